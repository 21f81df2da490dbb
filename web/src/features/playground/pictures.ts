/** Pictures of a message: made small before they are sent, because the browser keeps them with the conversation. */

/** In one message. */
export const PICTURES_MAX = 4;
/** Of one picture, as a data URL. Conversations have five million characters in all. */
const PICTURE_CHARACTERS_MAX = 250_000;

/** What engines read; a picture of these types that is small is sent as it came. */
const READ = ['image/png', 'image/jpeg', 'image/webp'];
/** The longest side and the quality, from the best. Engines see no more than the first. */
const STEPS = [
  [1600, 0.85],
  [1200, 0.8],
  [800, 0.75],
  [600, 0.6],
] as const;

/** A data URL; undefined where the browser cannot read the file as a picture. */
export async function pictureFrom(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const [longest] = STEPS[0];
    const asItCame = READ.includes(file.type) && Math.max(picture.width, picture.height) <= longest;
    const url = asItCame ? await urlOf(file) : undefined;
    return url && url.length <= PICTURE_CHARACTERS_MAX ? url : smaller(picture);
  } finally {
    picture.close();
  }
}

/** The first step that is small enough; the last one is. */
function smaller(picture: ImageBitmap): string {
  let url = '';
  for (const [longest, quality] of STEPS) {
    url = drawn(picture, Math.min(1, longest / Math.max(picture.width, picture.height)), quality);
    if (url.length <= PICTURE_CHARACTERS_MAX) break;
  }
  return url;
}

function drawn(picture: ImageBitmap, scale: number, quality: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d')!;
  // JPEG has no transparency: what shows through would be black.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality);
}

const urlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

/** The files of a paste or a drop that are pictures. */
export const picturesIn = (data: DataTransfer | null): readonly File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
