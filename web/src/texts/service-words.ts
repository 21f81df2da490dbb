/** Words that the service itself writes into the log of operators and into reasons of movements. `…` is an id. */
import { defineTexts } from '../language.tsx';

export const serviceWords = defineTexts({
  en: {
    actors: { cli: 'command line', configuration: 'configuration', service: 'service' },
    objects: {
      service: 'service',
      configuration: 'configuration',
      'refused configuration': 'refused configuration',
      storage: 'ledger',
    },
    reasons: {
      'voucher …': (id: string) => `Voucher ${id}`,
      'refund of order …': (id: string) => `Refund of order ${id}`,
      'dispute of order …': (id: string) => `Dispute of order ${id}`,
      'dispute of order … won': (id: string) => `Dispute of order ${id} was won`,
      'pays …': (id: string) => `Pays the debt ${id}`,
      'account closed': () => 'Account closed',
      audit: () => 'Audit',
      'opened by the operator': () => 'Opened by the operator',
      'opening credit': () => 'Opening credit',
      'opening plan': () => 'Opening plan',
      'made by the operator': () => 'Made by the operator',
      'revoked by the operator': () => 'Revoked by the operator',
      'set by the operator': () => 'Set by the operator',
      'cancelled by the operator': () => 'Cancelled by the operator',
      'the money has come': () => 'The payment has arrived',
      'used an invitation for operators': () => 'Used an invitation for operators',
    },
  },
  cs: {
    actors: { cli: 'příkazová řádka', configuration: 'konfigurace', service: 'služba' },
    objects: {
      service: 'služba',
      configuration: 'konfigurace',
      'refused configuration': 'odmítnutá konfigurace',
      storage: 'účetnictví',
    },
    reasons: {
      'voucher …': (id) => `Poukaz ${id}`,
      'refund of order …': (id) => `Vrácení platby za objednávku ${id}`,
      'dispute of order …': (id) => `Reklamace platby za objednávku ${id}`,
      'dispute of order … won': (id) => `Zamítnutá reklamace platby za objednávku ${id}`,
      'pays …': (id) => `Úhrada dluhu ${id}`,
      'account closed': () => 'Zrušení účtu',
      audit: () => 'Kontrola',
      'opened by the operator': () => 'Založil provozovatel',
      'opening credit': () => 'Počáteční kredit',
      'opening plan': () => 'Počáteční tarif',
      'made by the operator': () => 'Vytvořil provozovatel',
      'revoked by the operator': () => 'Zneplatnil provozovatel',
      'set by the operator': () => 'Nastavil provozovatel',
      'cancelled by the operator': () => 'Zrušil provozovatel',
      'the money has come': () => 'Platba dorazila',
      'used an invitation for operators': () => 'Přijal pozvánku pro provozovatele',
    },
  },
});
