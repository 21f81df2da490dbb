import { Page } from '../ui/page.tsx';

export default function Receipt({ id }: { readonly id: string }) {
  return <Page title="Receipt">{id}</Page>;
}
