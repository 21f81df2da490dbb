import { Page } from '../ui/page.tsx';

export default function Usage() {
  return <Page title="Usage">{null}</Page>;
}
