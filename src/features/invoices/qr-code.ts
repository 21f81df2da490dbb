/** A QR code in a PDF, as squares: it is sharp at every size. */
import { encode } from 'uqr';

type Canvas = { rect(x: number, y: number, width: number, height: number): { fill(color: string): unknown } };
type Place = { readonly left: number; readonly top: number; readonly size: number };

export function drawQrCode(canvas: Canvas, text: string, { left, top, size }: Place): void {
  const { data, size: count } = encode(text, { ecc: 'M', border: 2 });
  const step = size / count;
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      // A little larger than its place, so that no white lines are between them.
      if (isDark) canvas.rect(left + column * step, top + row * step, step + 0.05, step + 0.05).fill('#000000');
    }
  }
}
