/** A request before it is signed. */
export interface UnsignedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** What a signature adds to a request. */
export interface Signature {
  /** The address with the signature in its query; absent = the address stays. */
  url?: string
  headers?: Readonly<Record<string, string>>
  /** The body with the parts of the key that belong in it; absent = the body stays. */
  body?: Uint8Array
}

/** Signs a request with its final body. `now` is in milliseconds of the wall clock. */
export type SignRequest = (request: UnsignedRequest, key: string, now: number) => Signature | Promise<Signature>

interface Signer {
  sign?: SignRequest
}

type Signed<R extends object> = R & { url: string; headers: Record<string, string>; body: Uint8Array }

/** `request` with the provider's signature. Synchronous if the provider signs nothing or signs synchronously. */
export function signed<R extends Omit<UnsignedRequest, 'method'> & { method?: UnsignedRequest['method'] }>(
  { sign }: Signer,
  request: R & { headers: Record<string, string> },
  { key, now }: { key: string; now: () => number },
): Signed<R> | Promise<Signed<R>> {
  if (!sign) return request
  const { method = 'POST', url, headers, body } = request
  const signature = sign({ method, url, headers, body }, key, now())
  return signature instanceof Promise
    ? signature.then((later) => withSignature(request, later))
    : withSignature(request, signature)
}

const withSignature = <R extends { url: string; headers: Record<string, string>; body: Uint8Array }>(
  request: R,
  { url, headers, body }: Signature,
): Signed<R> => ({
  ...request,
  ...(url !== undefined && { url }),
  ...(body && { body }),
  headers: { ...request.headers, ...headers },
})
