import { GatewayError } from '../core/errors.ts'

/** The whole number in a query parameter; undefined when it is not given. Throws GatewayError naming it. */
export function numberIn<Name extends string>(
  query: { [name in Name]?: string | undefined },
  name: Name,
): number | undefined {
  const text = query[name]?.trim() ?? ''
  if (text === '') return undefined
  if (!/^-?\d{1,12}$/.test(text)) throw wrongParameter(name)
  return Number(text)
}

export const wrongParameter = (name: string): GatewayError =>
  new GatewayError('invalid_parameters', { reason: `${name} is not valid` })
