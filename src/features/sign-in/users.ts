/** People as better-auth keeps them, by their id. */
import { type AuthRow, type AuthRows, is } from './auth-rows.ts';

export async function userOf(rows: AuthRows, id: string): Promise<AuthRow | undefined> {
  const [user] = await rows.find({ model: 'user', where: [is('id', id)], limit: 1 });
  return user;
}

export async function emailOf(rows: AuthRows, id: string): Promise<string> {
  return String((await userOf(rows, id))?.email ?? '');
}

export async function changeUser(rows: AuthRows, id: string, set: AuthRow): Promise<void> {
  await rows.updateOne({ model: 'user', where: [is('id', id)], set });
}

export async function hasPasskey(rows: AuthRows, userId: string): Promise<boolean> {
  return (await rows.count('passkey', [is('userId', userId)])) > 0;
}
