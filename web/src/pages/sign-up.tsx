import { Page } from '../ui/page.tsx';

export default function SignUp() {
  return <Page title="SignUp">{null}</Page>;
}
