/**
 * CAMT.053, statements of ISO 20022, of any version. Only what is booked counts. An entry of several payments is as many
 * movements, if their amounts come to that of the entry. Czech banks write the variable symbol into the reference of the
 * creditor (`VS:2026000001`) or into the id of the payer (`/VS2026000001/SS/KS`).
 */

import type { BankFilePlace } from '../../core/bank-file-problem.ts';
import { parseXml, type XmlElement, XmlError, xmlAll, xmlAt, xmlTextAt } from '../../lib/xml-reader.ts';
import type { BankFile, Movement } from './bank.ts';
import {
  amountFrom,
  bankIdFrom,
  currencyFrom,
  isoDayFrom,
  plainText,
  refuse,
  shown,
  symbolFrom,
  utf8Text,
} from './fields.ts';

export function readCamt(bytes: Uint8Array): BankFile {
  const statements = xmlAll(xmlAt(documentFrom(bytes), 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) {
    return refuse({ kind: 'no-statement' }, 'The file has no statement (no BkToCstmrStmt with a Stmt).');
  }
  const accounts = new Set(statements.map(accountOf));
  if (accounts.size > 1) return refuse({ kind: 'several-accounts' }, 'The file has statements of several accounts.');
  const entries = statements.flatMap((statement) => xmlAll(statement, 'Ntry'));
  const movements = entries.flatMap((entry, at) => movementsOf(entry, { unit: 'entry', number: at + 1 }));
  return { format: 'camt', source: 'camt', account: [...accounts][0]!, movements };
}

function documentFrom(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(utf8Text(bytes));
  } catch (thrown) {
    if (thrown instanceof XmlError)
      return refuse({ kind: 'xml', place: { unit: 'line', number: thrown.line } }, thrown.message);
    throw thrown;
  }
}

function accountOf(statement: XmlElement): string {
  const id = xmlAt(statement, 'Acct/Id');
  const account = xmlTextAt(id, 'IBAN') || xmlTextAt(id, 'Othr/Id');
  return account === ''
    ? refuse({ kind: 'no-account' }, 'The statement does not say of which account it is.')
    : account;
}

function movementsOf(entry: XmlElement, place: BankFilePlace): readonly Movement[] {
  const status = xmlTextAt(entry, 'Sts/Cd') || xmlTextAt(entry, 'Sts');
  if (status !== 'BOOK' && status !== '') return [];
  const day = xmlTextAt(entry, 'BookgDt/Dt') || xmlTextAt(entry, 'BookgDt/DtTm') || xmlTextAt(entry, 'ValDt/Dt');
  const whole =
    moneyIn(xmlAt(entry, 'Amt'), place) ?? refuse({ kind: 'amount', place, text: '' }, 'there is no amount.');
  const indicator = xmlTextAt(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') {
    refuse({ kind: 'direction', place, text: shown(indicator) }, 'it is neither CRDT nor DBIT.');
  }
  const sign = indicator === 'CRDT' ? 1n : -1n;
  const isReversal = ['true', '1'].includes(xmlTextAt(entry, 'RvslInd'));
  const common = { bookedOn: isoDayFrom(day, place), currency: whole.currency, isReversal };
  const details = xmlAll(entry, 'NtryDtls').flatMap((one) => xmlAll(one, 'TxDtls'));
  const parts = partsOf(details, whole, place);
  const entryId = bankIdFrom(xmlTextAt(entry, 'AcctSvcrRef')) ?? bankIdFrom(xmlTextAt(entry, 'NtryRef'));
  return parts.map(({ detail, amount }, at) => ({
    ...common,
    amount: sign * amount,
    variableSymbol: symbolOf(detail),
    bankId: bankIdFrom(xmlTextAt(detail, 'Refs/AcctSvcrRef')) ?? partId(entryId, at, parts.length),
    ...otherSide(detail, sign > 0n ? 'Dbtr' : 'Cdtr'),
    message: plainText(xmlTextAt(detail, 'RmtInf/Ustrd') || xmlTextAt(detail, 'AddtlTxInf')),
  }));
}

type Money = { readonly amount: bigint; readonly currency: string };
type Part = { readonly detail: XmlElement | undefined; readonly amount: bigint };

/** Payments that do not come to the amount of their entry are one movement, for the operator to look at. */
function partsOf(details: readonly XmlElement[], whole: Money, place: BankFilePlace): readonly Part[] {
  if (details.length === 1) return [{ detail: details[0], amount: whole.amount }];
  const parts = details.flatMap((detail): readonly Part[] => {
    const money = moneyIn(xmlAt(detail, 'Amt') ?? xmlAt(detail, 'AmtDtls/TxAmt/Amt'), place);
    return money?.currency === whole.currency ? [{ detail, amount: money.amount }] : [];
  });
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  return parts.length === details.length && parts.length > 0 && sum === whole.amount
    ? parts
    : [{ detail: undefined, amount: whole.amount }];
}

function moneyIn(amount: XmlElement | undefined, place: BankFilePlace): Money | undefined {
  if (!amount) return undefined;
  const value = amountFrom(amount.text.trim(), place);
  if (value < 0n) return refuse({ kind: 'amount-negative', place }, 'an amount is below zero.');
  return { amount: value, currency: currencyFrom(amount.attributes.Ccy ?? '', place) };
}

const partId = (id: string | null, at: number, parts: number): string | null =>
  id !== null && parts > 1 ? `${id}/${at + 1}` : id;

function symbolOf(detail: XmlElement | undefined): string {
  const references = xmlAll(xmlAt(detail, 'RmtInf'), 'Strd').flatMap((one) =>
    xmlAll(one, 'CdtrRefInf').map((reference) => xmlTextAt(reference, 'Ref')),
  );
  const payer = xmlTextAt(detail, 'Refs/EndToEndId');
  const texts = [...references, payer, xmlTextAt(detail, 'RmtInf/Ustrd')];
  const marked = texts.map((text) => /(?:^|[^A-Z])VS[:/ ]?(\d{1,10})(?!\d)/.exec(text)?.[1]).find(Boolean);
  return symbolFrom(marked ?? references.find((text) => symbolFrom(text) !== '') ?? payer);
}

function otherSide(detail: XmlElement | undefined, side: 'Dbtr' | 'Cdtr') {
  const parties = xmlAt(detail, 'RltdPties');
  const party = xmlAt(parties, side);
  const account = xmlAt(xmlAt(parties, `${side}Acct`), 'Id');
  return {
    counterparty: plainText(xmlTextAt(account, 'IBAN') || xmlTextAt(account, 'Othr/Id')),
    name: plainText(xmlTextAt(party, 'Nm') || xmlTextAt(party, 'Pty/Nm')),
  };
}
