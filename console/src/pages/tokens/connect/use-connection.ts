import type { ApiToken } from '@sluice/contract/api-token'
import { clientRecipes } from '@sluice/contract/client-recipes/client-recipes'
import { firstModelFor, formatFor, modelsFor } from '@sluice/contract/client-recipes/fit-recipe'
import type { ClientRecipe, ClientTarget } from '@sluice/contract/client-recipes/recipe'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatClient } from '../../../lib/chat-links.ts'
import { useStatus } from '../../../lib/queries.ts'
import { siteAddress } from '../../../lib/site-address.ts'
import { sortModels } from '../../../lib/sort-models.ts'
import { readText, writeText } from '../../../lib/storage.ts'
import { useChatClients } from '../../../lib/use-chat-clients.ts'
import { tokenModelsQuery } from '../queries.ts'

/** A program of the list: one with a recipe, or one of the operator's links. */
export type ConnectClient =
  | { id: string; name: string; kind: 'recipe'; recipe: ClientRecipe; modelNames: string[] }
  | { id: string; name: string; kind: 'preset'; preset: ChatClient }

/** Names of the operator's links that stand for a recipe. */
const builtInNames = ['ccswitch']

/**
 * The programs that a key can be used in: the operator's links first, then the recipes with a model that the key may
 * call. A link replaces the recipe of the same name.
 */
export function listClients(models: Parameters<typeof modelsFor>[1], presets: readonly ChatClient[]): ConnectClient[] {
  const links = presets.filter(({ template }) => !builtInNames.includes(template.trim()))
  const taken = new Set(links.map(({ name }) => name.toLowerCase()))
  const recipes = clientRecipes
    .map((recipe) => ({ recipe, modelNames: sortModels(modelsFor(recipe, models).map(({ name }) => name)) }))
    .filter(({ recipe, modelNames }) => modelNames.length > 0 && !taken.has(recipe.name.toLowerCase()))
  return [
    ...links.map(
      (preset, index): ConnectClient => ({ id: `preset-${index}`, name: preset.name, kind: 'preset', preset }),
    ),
    ...recipes.map(({ recipe, modelNames }): ConnectClient => {
      return { id: recipe.id, name: recipe.name, kind: 'recipe', recipe, modelNames }
    }),
  ]
}

/** What the panel shows of a token: its programs, the chosen one, and the model to call. */
export function useConnection(token: Pick<ApiToken, 'id'>) {
  const status = useStatus()
  const presets = useChatClients()
  const query = useQuery(tokenModelsQuery(token.id))
  const models = query.data ?? []
  const [chosenId, setChosenId] = useState(() => readText('connect-client'))
  const [chosenModel, setChosenModel] = useState<string | null>(null)
  const clients = listClients(models, presets)
  const client =
    clients.find(({ id }) => id === chosenId) ?? clients.find(({ kind }) => kind === 'recipe') ?? clients[0]
  const recipe = client?.kind === 'recipe' ? client.recipe : null
  const possible = client?.kind === 'recipe' ? client.modelNames : []
  const model =
    possible.find((name) => name === chosenModel) ?? (recipe === null ? null : firstModelFor(recipe, sorted(models)))
  const callable = models.find(({ name }) => name === model)
  const format = recipe === null || callable === undefined ? null : formatFor(recipe, callable)
  const address = siteAddress(status?.server_address)
  return {
    query,
    clients,
    client,
    choose(id: string) {
      setChosenId(id)
      writeText('connect-client', id)
    },
    model,
    chooseModel: setChosenModel,
    format,
    address,
    /** The target of the chosen recipe with a key; null = there is no model for it. */
    targetWith: (key: string): ClientTarget | null =>
      model === null || format === null
        ? null
        : {
            url: address,
            key,
            model,
            format,
            models: models.map(({ name }) => name),
            site: status?.system_name ?? '',
          },
  }
}

/** In the order that lists of models have everywhere. */
function sorted<M extends { name: string }>(models: readonly M[]): M[] {
  const byName = new Map(models.map((model) => [model.name, model]))
  return sortModels([...byName.keys()]).flatMap((name) => byName.get(name) ?? [])
}
