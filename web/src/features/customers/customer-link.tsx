/** Customers by their address, where a list only has the ids of accounts. */
import { Link } from 'wouter';
import { useApi } from '../../api.ts';
import { Address } from '../../ui/address.tsx';

/** Empty until they come; an account that is not known keeps its id. */
export function useEmails(accountIds: readonly (string | null)[]): Readonly<Record<string, string>> {
  const ids = [...new Set(accountIds.filter((id) => id !== null))].sort();
  const name = ids.length > 0 ? ('GET /api/operator/emails' as const) : null;
  const { data } = useApi(
    name,
    { query: { ids: ids.join(',') } },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  return data?.emails ?? {};
}

type CustomerLinkProps = { readonly id: string; readonly emails: Readonly<Record<string, string>> };

export const CustomerLink = ({ id, emails }: CustomerLinkProps) => (
  <Link href={`/operator/customers/${encodeURIComponent(id)}`}>
    <span title={emails[id] ?? id}>
      <Address email={emails[id] ?? id} />
    </span>
  </Link>
);
