import type { OpenaiErrorObject } from '../../protocols/openai-errors.ts'
import type { UpstreamErrorObject, UpstreamFormat } from '../../protocols/wire-format.ts'
import type { Provider } from '../../providers/provider.ts'

/** The error of a refused call, with the type that the provider's code or text means; null when there is none. */
export function readRefusal(
  { provider, format }: { provider: Provider; format: UpstreamFormat },
  { headers, status }: Response,
  text: string,
): UpstreamErrorObject | null {
  const error = provider.readError?.({ headers, text }) ?? format.parseError(text, status)
  return error && withMeaning(provider, error)
}

/** The error with the type that the provider's own code or text means. */
export function withMeaning<T extends OpenaiErrorObject>({ typeOfError }: Provider, error: T): T {
  const type = typeOfError?.(error)
  return type === undefined ? error : { ...error, type }
}
