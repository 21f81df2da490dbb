/** Reads from the configuration, as it is written, what it declares. Presets and defaults are declared by no one. */
import type { Declared } from '../../core/declared.ts';
import { SETTING_ALL_PLACES } from '../../core/service-settings.ts';
import { itemOf } from '../../features/shop/offer-terms.ts';
import { isRecord } from '../../lib/record.ts';

/** Single settings that operators can change too. */
const SETTINGS = ['signUp', 'catalogue', 'defaultModel'];

type Written = Readonly<Record<string, unknown>>;

export function declaredIn(written: Written): Declared {
  const models = Object.entries(partOf(written, 'models')).map(
    ([id, entry]) => [id, isRecord(entry) ? entry : {}] as const,
  );
  return {
    engines: namesIn(written, 'engines'),
    models: new Set(
      models.filter(([, entry]) => Object.keys(entry).some((field) => field !== 'price')).map(([id]) => id),
    ),
    aliases: namesIn(written, 'aliases'),
    prices: new Set(models.filter(([, entry]) => 'price' in entry).map(([id]) => id)),
    plans: namesIn(written, 'plans'),
    priceGroups: namesIn(written, 'priceGroups'),
    offers: new Set(offersIn(partOf(written, 'payments'))),
    settings: new Set([...SETTINGS, ...SETTING_ALL_PLACES].filter((place) => isWritten(written, place.split('.')))),
  };
}

function offersIn(payments: Written): string[] {
  const packages = Array.isArray(payments.packages) ? payments.packages : [];
  return [
    ...('amounts' in payments ? ['amounts'] : []),
    ...('anyAmount' in payments ? ['any-amount'] : []),
    ...packages.flatMap((one: unknown) => (isRecord(one) ? [itemOf('package', String(one.id))] : [])),
    ...Object.keys(partOf(payments, 'plans')).map((plan) => itemOf('plan', plan)),
  ];
}

/** A place in the file, such as `payments.seller`. */
const isWritten = (written: Written, [name = '', ...rest]: readonly string[]): boolean =>
  rest.length === 0 ? name in written : isWritten(partOf(written, name), rest);

const partOf = (written: Written, name: string): Written => {
  const part = written[name];
  return isRecord(part) ? part : {};
};

const namesIn = (written: Written, name: string): ReadonlySet<string> => new Set(Object.keys(partOf(written, name)));
