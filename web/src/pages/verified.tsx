import { Page } from '../ui/page.tsx';

export default function Verified() {
  return <Page title="Verified">{null}</Page>;
}
