import { Page } from '../ui/page.tsx';

export default function QuickStart() {
  return <Page title="QuickStart">{null}</Page>;
}
