import { Page } from '../ui/page.tsx';

export default function Forgotten() {
  return <Page title="Forgotten">{null}</Page>;
}
