/** Management tokens of operators. */
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { tokensTexts } from './texts.ts';
import { TokenList } from './token-list.tsx';

export default function OperatorTokensPage() {
  const texts = useTexts(tokensTexts);
  const loaded = useApi('GET /api/operator/tokens');
  return (
    <TokenList
      lead={texts.operatorLead}
      empty={texts.operatorEmpty}
      path="/api/operator/customers"
      loaded={loaded}
      make={(body) => call('POST /api/operator/tokens', { body })}
      revoke={(id) => call('POST /api/operator/tokens/{id}/revoke', { params: { id } })}
    />
  );
}
