/** Names of the conventions for generative AI, where they differ from ours; read 2026-11-23 in version 1.41. */
const providers: Record<string, string> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  palm: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  xai: 'x_ai',
}

const operations: Record<string, string> = { completions: 'text_completion' }

export const providerName = (id: string): string => providers[id] ?? id

export const operationName = (operation: string): string => operations[operation] ?? operation
