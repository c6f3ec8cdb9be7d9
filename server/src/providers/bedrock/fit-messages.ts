import { betasForCloud } from '../claude-betas.ts'
import { type FitMessages, joinFits } from '../fit-body.ts'
import { fitLacks, lacksOfClouds, type MessagesLacks } from '../messages-lacks.ts'

/**
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * as known on 2026-11-22
 */
const lacks: MessagesLacks = {
  ...lacksOfClouds,
  fields: ['metadata', 'service_tier', 'container', 'mcp_servers', 'inference_geo', 'speed', 'fallbacks'],
  serverTools: /^(web_search|web_fetch|code_execution|advisor|mcp_toolset)/,
}

/** Model and streaming are in the address; version and betas, which are headers elsewhere, are in the body. */
export const fitMessages: FitMessages = (body, call) => {
  const taken = betasForCloud(call.betas)
  return joinFits(fitLacks(lacks)(body, call), {
    set: {
      anthropic_version: 'bedrock-2023-05-31',
      ...(taken.length > 0 && { anthropic_beta: taken }),
    },
    remove: ['model', 'stream'],
    lost: [],
  })
}
