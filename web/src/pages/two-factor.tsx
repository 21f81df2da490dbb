import { Page } from '../ui/page.tsx';

export default function TwoFactor() {
  return <Page title="TwoFactor">{null}</Page>;
}
