import { GatewayError } from '../errors.ts'

/** Tools that only widen what a model finds by itself: beside functions a call goes on without them. */
const optional = /search|^urlContext$|^url_context$|^web_fetch|^image_generation$/i

/**
 * Names of the tools that a provider would run itself and that are left out of a translated call. Throws GatewayError of
 * the caller for one without which the answer would be another: any that is not a search, and a search that is all there is.
 */
export function hostedToolsLeftOut(hosted: readonly string[], hasFunctions: boolean): string[] {
  for (const type of hosted) {
    if (hasFunctions && optional.test(type)) continue
    throw new GatewayError('invalid_request', {
      reason: `the tool ${type.slice(0, 64)} in tools is run by another provider and cannot be translated for this model`,
    })
  }
  return hosted.map((type) => `tools.${type.slice(0, 64)}`)
}
