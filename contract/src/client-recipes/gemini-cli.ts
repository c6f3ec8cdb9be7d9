import type { ClientRecipe } from './recipe.ts'

/** https://geminicli.com/docs/get-started/configuration, read 2026-11-28. */
export const geminiCli: ClientRecipe = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  kind: 'terminal',
  formats: ['gemini'],
  homepage: 'https://geminicli.com',
  environment: ({ url, key }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }),
  files: () => ({
    '.gemini/settings.json': JSON.stringify(
      {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      },
      null,
      2,
    ),
  }),
  command: ({ model }) => ['gemini', '--model', model],
}
