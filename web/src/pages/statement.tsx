import { Page } from '../ui/page.tsx';

export default function Statement({ month }: { readonly month: string }) {
  return <Page title="Statement">{month}</Page>;
}
