import { betasForCloud } from '../claude-betas.ts'
import { type FitMessages, fitTo, joinFits } from '../fit-body.ts'

/**
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * as known on 2026-11-22
 */
const refuses = ['metadata', 'service_tier', 'container', 'mcp_servers', 'inference_geo', 'speed']

/** Model and streaming are in the address; version and betas, which are headers elsewhere, are in the body. */
export const fitMessages: FitMessages = (body, { betas }) => {
  const taken = betasForCloud(betas)
  return joinFits(fitTo({ refuses }, body), {
    set: {
      anthropic_version: 'bedrock-2023-05-31',
      ...(taken.length > 0 && { anthropic_beta: taken }),
    },
    remove: ['model', 'stream'],
    lost: [],
  })
}
