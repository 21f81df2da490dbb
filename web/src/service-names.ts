import type { ServiceView } from '../../src/features/site/contract.ts';
import { useApi } from './api.ts';

/** How examples call the service and its address, also until the service has said it. */
export function useServiceNames(): Pick<ServiceView, 'name' | 'slug' | 'keyVariable' | 'baseUrl'> {
  const { data } = useApi('GET /api/service');
  return data ?? { name: location.hostname, slug: 'service', keyVariable: 'API_KEY', baseUrl: `${location.origin}/v1` };
}
