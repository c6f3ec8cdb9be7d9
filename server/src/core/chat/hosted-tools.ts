import { invalidRequest } from '../../core/invalid-request.ts'

/** Tools that only extend what a model can look up. If functions are present too, the call works without them. */
const optional = /search|^urlContext$|^url_context$|^web_fetch|^image_generation$/i

/**
 * Names of the provider-run tools that are left out of a translated call. Throws GatewayError (the caller's) for a tool
 * whose absence would change the answer: any tool but a search, and a search that is the only tool.
 */
export function hostedToolsLeftOut(hosted: readonly string[], hasFunctions: boolean): string[] {
  for (const type of hosted) {
    if (hasFunctions && optional.test(type)) continue
    throw invalidRequest('hostedTool', { tool: type.slice(0, 64) })
  }
  return hosted.map((type) => `tools.${type.slice(0, 64)}`)
}
