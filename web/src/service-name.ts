/** The name that the operator gave the service, where people see it. */
import { useEffect } from 'react';
import { useApi } from './api.ts';

/** Nothing until it is known: a wrong name would be worse than none for a moment. */
export function useServiceName(): string {
  return useApi('GET /api/service', undefined, { revalidateOnFocus: false }).data?.name ?? '';
}

/** The title in the tab and the history of the browser. */
export function useDocumentTitle(title: string): void {
  const serviceName = useServiceName();
  useEffect(() => {
    document.title = serviceName ? `${title} · ${serviceName}` : title;
  }, [title, serviceName]);
}
