export type OperatorApi = Record<never, never>;
export type OperatorRoute = keyof OperatorApi;
