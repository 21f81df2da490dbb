import { Page } from '../ui/page.tsx';

export default function Playground() {
  return <Page title="Playground">{null}</Page>;
}
