export function rules(clock?: () => number, file?: string | URL): Promise<(request: string) => string>;
export function request(ask: object): string;
