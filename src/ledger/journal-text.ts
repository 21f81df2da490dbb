/**
 * A batch of the journal as one text, for its way to the store's thread. To copy its rows as objects cost the serving thread
 * several times as much as writing and sending a text.
 */

import type { Bought } from '../core/bought.ts';
import { writesField, writesOf } from '../core/cache-writes.ts';
import type { PotKind } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import type { PotPart } from './charging.ts';
import type { JournalBatch, JournalRow } from './lease-ports.ts';

type WrittenParts = readonly (readonly [potId: string, amount: string, tokens?: string])[];

/** An answer that is kept for a repeat can be long and lies in memory that threads share: such a batch travels as it is. */
export const isTextual = ({ rows }: JournalBatch): boolean => rows.every(({ record }) => record === undefined);

export const journalToText = ({ serverId, rows }: JournalBatch): string =>
  JSON.stringify([serverId, rows.map(toWritten)]);

export function journalFromText(text: string): JournalBatch {
  const [serverId, rows] = JSON.parse(text) as [string, readonly WrittenRow[]];
  return { serverId, rows: rows.map(fromWritten) };
}

type WrittenRow = ReturnType<typeof toWritten>;

const toWritten = ({ held, outcome, endedAtMs, firstEventAtMs, charge, anomaly, structured }: JournalRow) => {
  const { requestId, accountId, keyId, model, priceVersion, inputTokensMax, atMs, note, isBatch } = held.request;
  return [
    requestId,
    accountId,
    keyId,
    model,
    priceVersion,
    inputTokensMax,
    atMs,
    held.outputTokensMax,
    held.tokenParts.map(heldPartToWritten),
    held.creditPotId,
    String(held.credit),
    outcome,
    endedAtMs,
    firstEventAtMs,
    charge ? chargeToWritten(charge) : null,
    anomaly ?? null,
    note ?? null,
    structured ?? null,
    isBatch ? 1 : 0,
  ] as const;
};

type WrittenHeldPart = readonly [potId: string, amount: string, kind: PotKind, isWindowed: number];

const heldPartToWritten = (part: JournalRow['held']['tokenParts'][number]): WrittenHeldPart => [
  part.potId,
  String(part.amount),
  part.kind,
  part.isWindowed ? 1 : 0,
];

const chargeToWritten = ({ usage, cost, tokens, ofLimits, tokenParts, bought }: NonNullable<JournalRow['charge']>) => {
  const writes = writesOf(usage);
  return [
    String(cost),
    String(tokens),
    partsToWritten(tokenParts),
    partsToWritten(ofLimits),
    usage.inputTokens,
    usage.cachedInputTokens,
    usage.outputTokens,
    usage.reasoningTokens,
    bought ? boughtToWritten(bought) : null,
    writes[0] + writes[1] > 0 ? writes : null,
  ] as const;
};

const boughtToWritten = ({ engine, version, rate, nanos: amount }: Bought) =>
  [engine, version, rate, String(amount)] as const;

function boughtFromWritten([engine, version, rate, amount]: ReturnType<typeof boughtToWritten>): Bought {
  return { engine, version, rate, nanos: nanos(BigInt(amount)) };
}

const partsToWritten = (parts: readonly PotPart[]): WrittenParts =>
  parts.map(({ potId, amount, tokens }) =>
    tokens === undefined ? [potId, String(amount)] : [potId, String(amount), String(tokens)],
  );

const partsFromWritten = (written: WrittenParts): readonly PotPart[] =>
  written.map(([potId, amount, tokens]) => ({
    potId,
    amount: BigInt(amount),
    ...(tokens !== undefined && { tokens: BigInt(tokens) }),
  }));

function fromWritten(written: WrittenRow): JournalRow {
  const [requestId, accountId, keyId, model, priceVersion, inputTokensMax, atMs, ...rest] = written;
  const [outputTokensMax, heldParts, creditPotId, credit, outcome, endedAtMs, firstEventAtMs, ...about] = rest;
  const [charge, anomaly, note, structured, isBatch] = about;
  const asked = { ...(note && { note }), ...(isBatch === 1 && { isBatch: true }) };
  return {
    held: {
      request: { requestId, accountId, keyId, model, priceVersion, inputTokensMax, atMs, ...asked },
      outputTokensMax,
      tokenParts: heldParts.map(([potId, amount, kind, isWindowed]) => ({
        potId,
        amount: BigInt(amount),
        kind,
        ...(isWindowed === 1 && { isWindowed: true }),
      })),
      creditPotId,
      credit: nanos(BigInt(credit)),
    },
    outcome,
    endedAtMs,
    firstEventAtMs,
    ...(charge && { charge: chargeFromWritten(charge) }),
    ...(anomaly !== null && { anomaly }),
    ...(structured && { structured }),
  };
}

function chargeFromWritten(written: ReturnType<typeof chargeToWritten>): NonNullable<JournalRow['charge']> {
  const [cost, tokens, parts, ofLimits, inputTokens, cachedInputTokens, outputTokens, reasoningTokens, ...rest] =
    written;
  const [bought, writes] = rest;
  return {
    cost: nanos(BigInt(cost)),
    tokens: BigInt(tokens),
    tokenParts: partsFromWritten(parts),
    ofLimits: partsFromWritten(ofLimits),
    usage: { inputTokens, cachedInputTokens, outputTokens, reasoningTokens, ...(writes && writesField(...writes)) },
    ...(bought && { bought: boughtFromWritten(bought) }),
  };
}
