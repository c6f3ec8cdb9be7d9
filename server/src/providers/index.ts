import { aiproxyLibrary } from './aiproxy-library/index.ts'
import { anthropic } from './anthropic/index.ts'
import { ark, doubaoVideo } from './ark/index.ts'
import { azure } from './azure/index.ts'
import { bedrock } from './bedrock/index.ts'
import { bfl } from './bfl/index.ts'
import { chatglm } from './chatglm/index.ts'
import { cloudflare } from './cloudflare/index.ts'
import { cohere } from './cohere/index.ts'
import { coze } from './coze/index.ts'
import { custom } from './custom/index.ts'
import { deepseek } from './deepseek/index.ts'
import { dify } from './dify/index.ts'
import { fal } from './fal/index.ts'
import { fastgpt } from './fastgpt/index.ts'
import { former } from './former/index.ts'
import { glm } from './glm/index.ts'
import { google, palm } from './google/index.ts'
import { hunyuan } from './hunyuan/index.ts'
import { jimeng } from './jimeng/index.ts'
import { jina } from './jina/index.ts'
import { kling } from './kling/index.ts'
import { luma } from './luma/index.ts'
import { midjourney } from './midjourney/index.ts'
import { midjourneyPlus } from './midjourney-plus/index.ts'
import { minimax } from './minimax/index.ts'
import { mistral } from './mistral/index.ts'
import { moka } from './moka/index.ts'
import { moonshot } from './moonshot/index.ts'
import { newApi, sub2api } from './new-api/index.ts'
import { ollama } from './ollama/index.ts'
import { openai } from './openai/index.ts'
import { openrouter } from './openrouter/index.ts'
import { perplexity } from './perplexity/index.ts'
import { plainHosts } from './plain-hosts.ts'
import type { Provider } from './provider.ts'
import { qianfan } from './qianfan/index.ts'
import { qwen } from './qwen/index.ts'
import { replicate } from './replicate/index.ts'
import { runway } from './runway/index.ts'
import { siliconflow } from './siliconflow/index.ts'
import { sora } from './sora/index.ts'
import { spark } from './spark/index.ts'
import { suno } from './suno/index.ts'
import { vertex } from './vertex/index.ts'
import { vidu } from './vidu/index.ts'
import { wenxin } from './wenxin/index.ts'
import { xai } from './xai/index.ts'

export const providers: readonly Provider[] = [
  openai, //
  custom,
  anthropic,
  google,
  openrouter,
  azure,
  qwen,
  minimax,
  cloudflare,
  ollama,
  cohere,
  dify,
  coze,
  hunyuan,
  wenxin,
  chatglm,
  aiproxyLibrary,
  spark,
  fastgpt,
  deepseek,
  mistral,
  xai,
  moonshot,
  glm,
  ark,
  qianfan,
  siliconflow,
  perplexity,
  jina,
  moka,
  ...plainHosts,
  midjourney,
  midjourneyPlus,
  suno,
  kling,
  jimeng,
  vidu,
  doubaoVideo,
  sora,
  replicate,
  fal,
  bfl,
  runway,
  luma,
  newApi,
  sub2api,
  vertex,
  bedrock,
  palm,
  ...former,
]

const byType = new Map(providers.map((provider) => [provider.type, provider]))

/** The provider of a channel type; undefined for an unknown number. */
export const providerOf = (type: number): Provider | undefined => byType.get(type)
