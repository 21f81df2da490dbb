/** Documents of an order. */
import { defineTexts } from '../../language.tsx';

export const documentTexts = defineTexts({
  en: {
    title: 'Documents',
    names: {
      invoice: (number: string) => `Invoice ${number} (PDF)`,
      'credit-note': (number: string) => `Credit note ${number} (PDF)`,
    },
    isdoc: (number: string) => `ISDOC of document ${number}, for accounting programs`,
    proforma: (number: string) => `Proforma invoice ${number} (PDF)`,
    open: (number: string) => `Open document ${number} (PDF)`,
    invoices: 'Invoices',
    invoicesLead: 'Each paid order has its invoice, which you find with the order. Here are the files for accounting.',
    accountant: 'For your accountant',
    accountantLead: 'All invoices and credit notes of a month in one ZIP file: PDF, ISDOC and a list as CSV.',
    month: 'Month',
    download: 'Download',
    oss: 'One-stop shop (OSS)',
    ossLead: 'Sales to persons elsewhere in the EU by country and rate, with corrections of earlier quarters, as CSV.',
    quarter: 'Quarter',
    downloadOss: 'Quarter as CSV',
  },
  cs: {
    title: 'Doklady',
    names: {
      invoice: (number) => `Faktura ${number} (PDF)`,
      'credit-note': (number) => `Opravný doklad ${number} (PDF)`,
    },
    isdoc: (number) => `ISDOC dokladu ${number}, pro účetní programy`,
    proforma: (number) => `Zálohová faktura ${number} (PDF)`,
    open: (number) => `Otevřít doklad ${number} (PDF)`,
    invoices: 'Faktury',
    invoicesLead:
      'Každá zaplacená objednávka má svou fakturu; najdete ji u objednávky. Zde jsou soubory pro účetnictví.',
    accountant: 'Pro účetní',
    accountantLead: 'Všechny faktury a opravné doklady za měsíc v jednom souboru ZIP: PDF, ISDOC a přehled v CSV.',
    month: 'Měsíc',
    download: 'Stáhnout',
    oss: 'Jedno správní místo (OSS)',
    ossLead: 'Prodeje osobám jinde v EU podle zemí a sazeb, i s opravami dřívějších čtvrtletí, v CSV.',
    quarter: 'Čtvrtletí',
    downloadOss: 'Čtvrtletí v CSV',
  },
});
