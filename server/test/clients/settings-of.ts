import type { ClientRecipe, ClientTarget } from '@sluice/contract/client-recipes/recipe'
import type { Gateway } from './program.ts'

/** A recipe of the console for the gateway of a run. The model is an argument of each check. */
export const targetOf = (recipe: Pick<ClientRecipe, 'formats'>, { url, key }: Gateway): ClientTarget => ({
  url,
  key,
  model: 'the-model',
  format: recipe.formats[0] ?? 'openai',
  models: [],
  site: 'Gateway',
})

/** The settings of an agent, as the console shows them to people. */
export const settingsOf = (recipe: ClientRecipe) => ({
  environment: (gateway: Gateway) => recipe.environment?.(targetOf(recipe, gateway)) ?? {},
  files: (gateway: Gateway) => recipe.files?.(targetOf(recipe, gateway)) ?? {},
})
