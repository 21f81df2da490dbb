import { Page } from '../ui/page.tsx';

export default function Reset() {
  return <Page title="Reset">{null}</Page>;
}
