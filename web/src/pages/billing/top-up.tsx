/**
 * Where credit, packages and plans will be bought. Until there is a way to pay, it draws nothing: a button that cannot
 * work would be a lie, and the page says above whom to ask.
 */
export function TopUp() {
  return null;
}
