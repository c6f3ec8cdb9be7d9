import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'

/**
 * Luma has two APIs, each with its own keys: that of agents, and Dream Machine for older models.
 * https://docs.agents.lumalabs.ai, read 2026-11-30; github.com/lumalabs/lumaai-api, version of 2025
 */
export const agentsRoot = 'https://agents.lumalabs.ai'
export const dreamMachineRoot = 'https://api.lumalabs.ai'

/** Whether the model belongs to the API of agents. */
export const isOfAgents = (model: string): boolean => /^(ray-3|uni-)/.test(model)

/** The address of the model's API, for a channel at either of Luma's; any other address has both. */
export function rootOf(model: string, root: string): string {
  if (root !== agentsRoot && root !== dreamMachineRoot) return root
  return isOfAgents(model) ? agentsRoot : dreamMachineRoot
}

export const generationsPath = (model: string): string =>
  isOfAgents(model) ? '/v1/generations' : '/dream-machine/v1/generations'

export const generationPath = (model: string, id: string): string =>
  `${generationsPath(model)}/${encodeURIComponent(id)}`

/** `dreaming`: Dream Machine's. */
export const isRunningWord = (word: string): boolean => ['queued', 'dreaming', 'processing'].includes(word)

/** The words of a refused call: `detail` is a text, or a list of the fields that are wrong. */
export function detailOf({ detail }: JsonRecord): string {
  const [first] = recordsOf(detail)
  return textOf(detail) || textOf(first?.msg)
}
