/** A document as PDF, A4, with the fonts in it, so that every reader shows Czech as it is written. */
import { fileURLToPath } from 'node:url';
import PDFKit from 'pdfkit';
import type { PaymentTarget, PdfAbout, SalesDocument } from './document.ts';
import { buyerLines, sellerLines } from './parties.ts';
import { drawQrCode } from './qr-code.ts';
import { dateText, itemText, moneyText, titleOf, vatNoteOf, type Words, wordsOf } from './words.ts';

const fontFile = (weight: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));
const REGULAR = fontFile('400Regular');
const BOLD = fontFile('700Bold');

const LEFT = 50;
const RIGHT = 545;
const WIDTH = RIGHT - LEFT;
const GAP = 20;
const HALF = (WIDTH - GAP) / 2;
const INK = '#111827';
const GREY = '#4b5563';
const LINE = '#d1d5db';

type Pdf = PDFKit.PDFDocument;
type Drawing = { readonly pdf: Pdf; readonly made: SalesDocument; readonly words: Words };

export async function toPdf(made: SalesDocument, { serviceName, target }: PdfAbout): Promise<Uint8Array> {
  const title = `${titleOf(made)} ${made.number}`;
  const pdf = new PDFKit({
    size: 'A4',
    margins: { top: 50, bottom: 40, left: LEFT, right: 50 },
    lang: made.language === 'cs' ? 'cs-CZ' : 'en-GB',
    displayTitle: true,
    font: REGULAR,
    info: { Title: title, Author: made.seller?.name ?? serviceName, CreationDate: new Date(made.issuedAtMs) },
  });
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const bytes = bytesOf(pdf);
  const drawing = { pdf, made, words: wordsOf(made.language) };
  drawHead(drawing, serviceName);
  drawParties(drawing);
  drawFacts(drawing, target);
  drawItem(drawing);
  drawRecapitulation(drawing);
  drawTotal(drawing, target);
  drawNotes(drawing, serviceName);
  pdf.end();
  return bytes;
}

function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  pdf.on('data', (piece: Uint8Array) => pieces.push(piece));
  pdf.on('end', () => resolve(Buffer.concat(pieces)));
  pdf.on('error', reject);
  return promise;
}

function drawHead({ pdf, made, words }: Drawing, serviceName: string): void {
  pdf.fillColor(GREY).font('regular').fontSize(10).text(serviceName, LEFT, 50, { width: WIDTH });
  pdf.moveDown(0.3);
  pdf.fillColor(INK).font('bold').fontSize(18).text(titleOf(made), { width: WIDTH });
  pdf.font('regular').fontSize(11).fillColor(GREY).text(`${words.number} `, { continued: true });
  pdf.fillColor(INK).font('bold').text(made.number);
  rule(pdf, pdf.y + 8);
}

/** Side by side; what follows begins below the longer one. */
function drawParties({ pdf, made, words }: Drawing): void {
  const top = pdf.y;
  const draw = (left: number, title: string, lines: readonly string[]): number => {
    pdf.font('regular').fontSize(9).fillColor(GREY).text(title, left, top, { width: HALF });
    pdf.moveDown(0.3);
    for (const [at, line] of lines.entries()) {
      pdf
        .font(at === 0 ? 'bold' : 'regular')
        .fontSize(10)
        .fillColor(INK)
        .text(line, { width: HALF });
    }
    return pdf.y;
  };
  const ends = [
    draw(LEFT, words.seller, sellerLines(made, words)),
    draw(LEFT + HALF + GAP, words.buyer, buyerLines(made, words)),
  ];
  rule(pdf, Math.max(...ends) + 8);
}

function drawFacts({ pdf, made, words }: Drawing, target: PaymentTarget | undefined): void {
  const date = (atMs: number) => dateText(atMs, made.language);
  const isTax = made.seller?.isVatPayer && made.taxPointAtMs !== null;
  const facts: readonly (readonly [string, string])[] = [
    [words.issued, date(made.issuedAtMs)],
    ...(isTax ? [[words.taxPoint, date(made.taxPointAtMs!)] as const] : []),
    [words.due, date(made.dueAtMs)],
    [words.method, words.methods[made.method]],
    ...(made.variableSymbol ? [[words.symbol, made.variableSymbol] as const] : []),
    ...(target?.accountNumber ? [[words.account, target.accountNumber] as const] : []),
    ...(target ? [[words.iban, target.iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0')] as const] : []),
    [words.order, made.orderId],
  ];
  for (const [label, value] of facts) {
    const top = pdf.y;
    pdf.font('regular').fontSize(10).fillColor(GREY).text(label, LEFT, top, { width: HALF });
    pdf.fillColor(INK).text(value, LEFT + HALF + GAP, top, { width: HALF });
  }
  rule(pdf, pdf.y + 8);
}

type Cell = { readonly text: string; readonly width: number; readonly align: 'left' | 'right' };

function drawRow(pdf: Pdf, cells: readonly Cell[], font: 'regular' | 'bold', color = INK): void {
  const top = pdf.y;
  let left = LEFT;
  let bottom = top;
  for (const { text, width, align } of cells) {
    pdf
      .font(font)
      .fontSize(10)
      .fillColor(color)
      .text(text, left, top, { width: width - 6, align });
    left += width;
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.y = bottom + 4;
}

const MONEY = 90;
const cellsOf = (first: string, amounts: readonly string[]): readonly Cell[] => [
  { text: first, width: WIDTH - amounts.length * MONEY, align: 'left' },
  ...amounts.map((text): Cell => ({ text, width: MONEY, align: 'right' })),
];

function drawItem({ pdf, made, words }: Drawing): void {
  const { line } = made.vat;
  const money = (hellers: number) => moneyText(hellers, made.language);
  const columns = line ? [words.rate, words.base, words.tax, words.total] : [words.total];
  const amounts = line ? [`${line.rate}\u00a0%`, money(line.base), money(line.tax)] : [];
  drawRow(pdf, cellsOf(words.what, columns), 'regular', GREY);
  drawRow(pdf, cellsOf(itemText(made.item, made.language), [...amounts, money(made.totalHellers)]), 'regular');
  rule(pdf, pdf.y + 4);
}

function drawRecapitulation({ pdf, made, words }: Drawing): void {
  const { line } = made.vat;
  if (!line || made.kind === 'proforma') return;
  const money = (hellers: number) => moneyText(hellers, made.language);
  drawRow(pdf, cellsOf(words.recapitulation, [words.base, words.tax, words.total]), 'regular', GREY);
  const rate = `${words.rate} ${line.rate}\u00a0%`;
  drawRow(pdf, cellsOf(rate, [money(line.base), money(line.tax), money(made.totalHellers)]), 'regular');
  rule(pdf, pdf.y + 4);
}

const QR_SIZE = 120;

function drawTotal({ pdf, made, words }: Drawing, target: PaymentTarget | undefined): void {
  const top = pdf.y;
  const label = { invoice: words.paid, 'credit-note': words.returned, proforma: words.toPay }[made.kind];
  const shown = made.kind === 'credit-note' ? -made.totalHellers : made.totalHellers;
  pdf.font('regular').fontSize(10).fillColor(GREY).text(label, LEFT, top, { width: WIDTH, align: 'right' });
  pdf.font('bold').fontSize(18).fillColor(INK).text(moneyText(shown, made.language), { width: WIDTH, align: 'right' });
  if (made.kind !== 'proforma' || !target) return;
  drawQrCode(pdf, target.code, { left: LEFT, top, size: QR_SIZE });
  pdf
    .font('regular')
    .fontSize(9)
    .fillColor(GREY)
    .text(words.qr, LEFT, top + QR_SIZE + 4, { width: HALF });
}

function drawNotes({ pdf, made, words }: Drawing, serviceName: string): void {
  const notes = [
    made.kind === 'invoice' ? words.paidOn(dateText(made.issuedAtMs, made.language)) : '',
    made.kind === 'proforma' ? words.proforma : '',
    made.corrects ? words.corrects(made.corrects) : '',
    vatNoteOf(made),
    words.page(serviceName),
  ];
  pdf.y += 14;
  for (const note of notes.filter(Boolean)) {
    pdf.font('regular').fontSize(10).fillColor(GREY).text(note, LEFT, pdf.y, { width: WIDTH });
    pdf.moveDown(0.3);
  }
}

function rule(pdf: Pdf, at: number): void {
  pdf.moveTo(LEFT, at).lineTo(RIGHT, at).lineWidth(0.5).strokeColor(LINE).stroke();
  pdf.y = at + 10;
}
