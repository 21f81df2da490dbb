/** Bank files as banks write them, in each format, for movements that a test has made up. */

export type BankMovement = {
  /** Such as `2026-11-16`. */
  readonly day: string;
  /** A decimal text, below zero where money leaves the account. */
  readonly amount: string;
  readonly symbol: string;
  /** The bank's own number. */
  readonly id: number;
  readonly currency?: string;
  readonly name?: string;
  /** The bank takes an earlier movement back. */
  readonly isReversal?: boolean;
};

export const BANK_FILE_WRITERS = { 'fio-json': fioJson, 'fio-csv': fioCsv, csv, gpc, camt } as const;
type WrittenFormat = keyof typeof BANK_FILE_WRITERS;
export const WRITTEN_FORMATS = Object.keys(BANK_FILE_WRITERS) as readonly WrittenFormat[];

const IBAN = 'CZ6508000000192000145399';
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

function fioJson(movements: readonly BankMovement[], iban = IBAN): Uint8Array {
  const column = (id: number, value: unknown) => ({ value, name: `column ${id}`, id });
  const transaction = movements.map(({ day, amount, symbol, id, currency = 'CZK', name = 'Jana', isReversal }) => ({
    column22: column(22, id),
    column0: column(0, `${day}+0100`),
    column1: column(1, Number(amount)),
    column14: column(14, currency),
    column5: symbol === '' ? null : column(5, symbol),
    column10: column(10, name),
    column8: column(8, isReversal ? 'Opravný pohyb' : amount.startsWith('-') ? 'Poplatek' : 'Bezhotovostní příjem'),
  }));
  const info = { accountId: iban.slice(-10), bankId: iban.slice(4, 8), currency: 'CZK', iban };
  return encoded(JSON.stringify({ accountStatement: { info, transactionList: { transaction } } }));
}

function fioCsv(movements: readonly BankMovement[], iban = IBAN): Uint8Array {
  const rows = movements.map(({ day, amount, symbol, id, currency = 'CZK', name = 'Jana', isReversal }) =>
    [
      ...[id, day.split('-').reverse().join('.'), amount.replace('.', ','), currency, symbol, name],
      isReversal ? 'Opravný pohyb' : '',
    ]
      .map((cell) => `"${cell}"`)
      .join(';'),
  );
  const head = '"ID operace";"Datum";"Objem";"Měna";"VS";"Název protiúčtu";"Typ"';
  return encoded(`\ufeffaccountId;"1"\niban;"${iban}"\n\n${[head, ...rows].join('\n')}\n`);
}

/** Without ids. */
function csv(movements: readonly BankMovement[]): Uint8Array {
  const rows = movements.map(({ day, amount, symbol, currency = 'CZK', name = 'Jana', isReversal }) =>
    [day, amount, currency, symbol, name, isReversal ? 'reversal' : 'transfer'].join(','),
  );
  return encoded(`date,amount,currency,variable symbol,name,type\n${rows.join('\n')}\n`);
}

function gpc(movements: readonly BankMovement[], iban = IBAN): Uint8Array {
  const own = iban.slice(8);
  const shortDay = (day: string) => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`;
  const lines = movements.map(({ day, amount, symbol, id, currency = 'CZK', name = 'Jana', isReversal }) => {
    const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
    const hellers = `${whole}${fraction.padEnd(2, '0')}`.padStart(12, '0');
    const [out, into] = isReversal ? [5, 4] : [1, 2];
    const about = `${'0'.repeat(16)}${String(id).padStart(13, '0')}${hellers}${amount.startsWith('-') ? out : into}`;
    const symbols = `${symbol.padStart(10, '0')}${'0'.repeat(20)}${shortDay(day)}`;
    return `075${own}${about}${symbols}${name.padEnd(20).slice(0, 20)}0${currency === 'EUR' ? '0978' : '0203'}${shortDay(day)}`;
  });
  const head = `074${own}`.padEnd(128, '0');
  return Buffer.from(`${[head, ...lines].join('\r\n')}\r\n`, 'latin1');
}

function camt(movements: readonly BankMovement[], iban = IBAN): Uint8Array {
  const entries = movements.map(({ day, amount, symbol, id, currency = 'CZK', name = 'Jana', isReversal = false }) => {
    const isOut = amount.startsWith('-');
    const reference = symbol === '' ? '' : `<Strd><CdtrRefInf><Ref>VS:${symbol}</Ref></CdtrRefInf></Strd>`;
    const about = `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd><RvslInd>${isReversal}</RvslInd>`;
    const details = `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf>${reference}</RmtInf>`;
    return `<Ntry><NtryRef>${id}</NtryRef>${about}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
  });
  const account = `<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`;
  return encoded(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${account}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}
