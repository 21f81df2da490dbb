/** Management tokens of the account. */
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { tokensTexts } from './texts.ts';
import { TokenList } from './token-list.tsx';

export default function TokensPage() {
  const texts = useTexts(tokensTexts);
  const loaded = useApi('GET /api/tokens');
  return (
    <TokenList
      lead={texts.lead}
      empty={texts.empty}
      path="/api/billing"
      loaded={loaded}
      make={(body) => call('POST /api/tokens', { body })}
      revoke={(id) => call('POST /api/tokens/{id}/revoke', { params: { id } })}
    />
  );
}
