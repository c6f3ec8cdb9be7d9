import {
  bedrockKeys,
  chatglmKeys,
  cloudflareKeys,
  fastgptKeys,
  hunyuanKeys,
  jimengKeys,
  klingKeys,
  plainKey,
  qianfanKeys,
  sparkKeys,
  vertexKeys,
  wenxinKeys,
} from './channel-keys.ts'
import type { KeyForm } from './key-forms.ts'

/** The facts about a channel type that console and server share. Base URLs from the providers' documentation. */
export interface ChannelType {
  /** Below `ownTypesFrom` a number of the programs whose databases are imported, from there one of this program. */
  id: number
  label: string
  /** Its name in Chinese; absent = as `label`. */
  labelZh?: string
  /** Default base URL; null = the operator must set one. */
  baseUrl: string | null
  /** The forms of its keys; the first is the usual one. */
  keyForms: readonly KeyForm[]
  /** The address is built from a region: none has to be given. */
  isAddressBuilt?: true
  /** Its address may be one of a WebSocket (`wss://…`). */
  takesSocketUrl?: true
  /** The balance of its accounts can be read. */
  hasBalance?: true
  /** Its upstreams have no list of their models. */
  listsNoModels?: true
  /** Only for imported channels; new channels cannot choose it. */
  isFormer?: true
}

/**
 * The first number of this program's own types. Other programs may give it, and higher ones, another meaning: an import
 * does not take over their types from here on.
 */
export const ownTypesFrom = 61
/** The highest number that a request may have. */
export const channelTypeMax = 9_999

/** Types that can be served. A type is added here together with its provider on the server. */
export const channelTypes: readonly ChannelType[] = [
  { id: 1, label: 'OpenAI', baseUrl: 'https://api.openai.com', keyForms: plainKey('sk-…'), hasBalance: true },
  { id: 14, label: 'Anthropic Claude', baseUrl: 'https://api.anthropic.com', keyForms: plainKey('sk-ant-…') },
  {
    id: 24,
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyForms: plainKey('AIza…'),
  },
  {
    id: 11,
    label: 'Google PaLM2',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyForms: plainKey('AIza…'),
  },
  {
    id: 20,
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api',
    keyForms: plainKey('sk-or-…'),
    hasBalance: true,
  },
  {
    id: 33,
    label: 'AWS Claude',
    baseUrl: null,
    isAddressBuilt: true,
    keyForms: bedrockKeys,
  },
  {
    id: 41,
    label: 'Vertex AI',
    baseUrl: null,
    isAddressBuilt: true,
    keyForms: vertexKeys,
    listsNoModels: true,
  },
  { id: 3, label: 'Azure OpenAI', baseUrl: null, keyForms: plainKey('', 'resourceKey') },
  {
    id: 43,
    label: 'DeepSeek',
    labelZh: '深度求索 DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    keyForms: plainKey('sk-…'),
    hasBalance: true,
  },
  { id: 42, label: 'Mistral AI', baseUrl: 'https://api.mistral.ai', keyForms: plainKey('') },
  { id: 48, label: 'xAI', baseUrl: 'https://api.x.ai', keyForms: plainKey('xai-…') },
  {
    id: 25,
    label: 'Moonshot',
    labelZh: '月之暗面 Moonshot',
    baseUrl: 'https://api.moonshot.cn',
    keyForms: plainKey('sk-…'),
    hasBalance: true,
  },
  {
    id: 26,
    label: 'Zhipu GLM-4V',
    labelZh: '智谱 GLM-4V',
    baseUrl: 'https://open.bigmodel.cn',
    keyForms: plainKey('id.secret'),
  },
  {
    id: 45,
    label: 'ByteDance Volcano Ark / Doubao',
    labelZh: '字节火山方舟 / 豆包',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    keyForms: plainKey(''),
    listsNoModels: true,
  },
  {
    id: 46,
    label: 'Baidu Qianfan V2',
    labelZh: '百度千帆 V2',
    baseUrl: 'https://qianfan.baidubce.com',
    keyForms: qianfanKeys,
  },
  {
    id: 40,
    label: 'SiliconCloud',
    labelZh: '硅基流动 SiliconCloud',
    baseUrl: 'https://api.siliconflow.cn',
    keyForms: plainKey('sk-…'),
    hasBalance: true,
  },
  { id: 27, label: 'Perplexity', baseUrl: 'https://api.perplexity.ai', keyForms: plainKey('pplx-…') },
  {
    id: 17,
    label: 'Alibaba Qwen',
    labelZh: '阿里通义千问',
    baseUrl: 'https://dashscope.aliyuncs.com',
    keyForms: plainKey('sk-…'),
  },
  { id: 35, label: 'MiniMax', labelZh: 'MiniMax 稀宇', baseUrl: 'https://api.minimaxi.com', keyForms: plainKey('') },
  { id: 34, label: 'Cohere', baseUrl: 'https://api.cohere.com', keyForms: plainKey('') },
  { id: 37, label: 'Dify', baseUrl: 'https://api.dify.ai', keyForms: plainKey('app-…', 'appKey'), listsNoModels: true },
  {
    id: 49,
    label: 'Coze',
    labelZh: '扣子 Coze',
    baseUrl: 'https://api.coze.com',
    keyForms: plainKey('pat_…', 'accessToken'),
    listsNoModels: true,
  },
  {
    id: 23,
    label: 'Tencent Hunyuan',
    labelZh: '腾讯混元',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    keyForms: hunyuanKeys,
    listsNoModels: true,
  },
  {
    id: 15,
    label: 'Baidu Wenxin Qianfan',
    labelZh: '百度文心千帆',
    baseUrl: 'https://aip.baidubce.com',
    keyForms: wenxinKeys,
    listsNoModels: true,
  },
  {
    id: 16,
    label: 'Zhipu ChatGLM',
    labelZh: '智谱 ChatGLM',
    baseUrl: 'https://open.bigmodel.cn',
    keyForms: chatglmKeys,
    listsNoModels: true,
  },
  {
    id: 18,
    label: 'iFlytek Spark',
    labelZh: '讯飞星火',
    baseUrl: 'https://spark-api-open.xf-yun.com',
    takesSocketUrl: true,
    keyForms: sparkKeys,
    listsNoModels: true,
  },
  {
    id: 21,
    label: 'AI Proxy (knowledge base)',
    labelZh: 'AI Proxy（知识库）',
    baseUrl: 'https://api.aiproxy.io',
    keyForms: plainKey(''),
    hasBalance: true,
    listsNoModels: true,
  },
  { id: 39, label: 'Cloudflare', baseUrl: 'https://api.cloudflare.com', keyForms: cloudflareKeys },
  { id: 4, label: 'Ollama', baseUrl: 'http://localhost:11434', keyForms: plainKey('', 'optionalKey') },
  {
    id: 22,
    label: 'FastGPT (knowledge base)',
    labelZh: 'FastGPT（知识库）',
    baseUrl: 'https://api.fastgpt.in/api',
    keyForms: fastgptKeys,
    listsNoModels: true,
  },
  { id: 31, label: '01.AI', labelZh: '零一万物', baseUrl: 'https://api.lingyiwanwu.com', keyForms: plainKey('') },
  { id: 19, label: '360', labelZh: '360 智脑', baseUrl: 'https://api.360.cn', keyForms: plainKey('') },
  { id: 38, label: 'Jina', baseUrl: 'https://api.jina.ai', keyForms: plainKey('jina_…') },
  {
    id: 44,
    label: 'MokaAI M3E (embeddings)',
    labelZh: 'MokaAI M3E（嵌入）',
    baseUrl: 'https://api.moka.ai',
    keyForms: plainKey(''),
    listsNoModels: true,
  },
  { id: 47, label: 'Xinference', baseUrl: null, keyForms: plainKey('', 'optionalKey') },
  { id: 53, label: 'Submodel', baseUrl: 'https://llm.submodel.ai', keyForms: plainKey('') },
  { id: 8, label: 'Custom', labelZh: '自定义', baseUrl: null, keyForms: plainKey('sk-…'), hasBalance: true },
  {
    id: 2,
    label: 'Midjourney Proxy',
    baseUrl: null,
    keyForms: plainKey('mj-api-secret', 'sharedSecret'),
    listsNoModels: true,
  },
  {
    id: 5,
    label: 'Midjourney Proxy Plus',
    baseUrl: null,
    keyForms: plainKey('mj-api-secret', 'sharedSecret'),
    listsNoModels: true,
  },
  {
    id: 50,
    label: 'Kling',
    labelZh: '可灵 Kling',
    baseUrl: 'https://api.klingai.com',
    keyForms: klingKeys,
    listsNoModels: true,
  },
  {
    id: 51,
    label: 'Jimeng',
    labelZh: '即梦 Jimeng',
    baseUrl: 'https://visual.volcengineapi.com',
    keyForms: jimengKeys,
    listsNoModels: true,
  },
  { id: 52, label: 'Vidu', baseUrl: 'https://api.vidu.cn', keyForms: plainKey('vda_…'), listsNoModels: true },
  {
    id: 54,
    label: 'Doubao Video',
    labelZh: '豆包视频',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    keyForms: plainKey(''),
    listsNoModels: true,
  },
  { id: 55, label: 'Sora', baseUrl: 'https://api.openai.com', keyForms: plainKey('sk-…'), listsNoModels: true },
  { id: 56, label: 'Replicate', baseUrl: 'https://api.replicate.com', keyForms: plainKey('r8_…'), listsNoModels: true },
  { id: 61, label: 'fal', baseUrl: 'https://queue.fal.run', keyForms: plainKey('id:secret'), listsNoModels: true },
  { id: 62, label: 'Black Forest Labs', baseUrl: 'https://api.bfl.ai', keyForms: plainKey(''), listsNoModels: true },
  {
    id: 63,
    label: 'Runway',
    baseUrl: 'https://api.dev.runwayml.com',
    keyForms: plainKey('key_…'),
    listsNoModels: true,
  },
  {
    id: 64,
    label: 'Luma',
    baseUrl: 'https://agents.lumalabs.ai',
    keyForms: plainKey('luma-api-…'),
    listsNoModels: true,
  },
  { id: 60, label: 'New API', baseUrl: null, keyForms: plainKey('sk-…'), hasBalance: true },
  { id: 59, label: 'Sub2API', baseUrl: null, keyForms: plainKey('sk-…'), hasBalance: true },
  { id: 36, label: 'Suno API', baseUrl: null, keyForms: plainKey(''), listsNoModels: true },
  {
    id: 6,
    label: 'OpenAI Max',
    baseUrl: 'https://api.openaimax.com',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
  {
    id: 7,
    label: 'OhMyGPT',
    baseUrl: 'https://api.ohmygpt.com',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
  {
    id: 9,
    label: 'CaipaCity',
    baseUrl: 'https://api.caipacity.com',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
  {
    id: 10,
    label: 'AI Proxy',
    baseUrl: 'https://api.aiproxy.io',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
  {
    id: 12,
    label: 'API2GPT',
    baseUrl: 'https://api.api2gpt.com',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
  {
    id: 13,
    label: 'AIGC2D',
    baseUrl: 'https://api.aigc2d.com',
    keyForms: plainKey('sk-…'),
    isFormer: true,
    hasBalance: true,
  },
]

/** Whether the operator must set the address of a channel of the type. */
export const needsBaseUrl = (id: number): boolean => {
  const type = channelTypeOf(id)
  return type?.baseUrl === null && type.isAddressBuilt !== true
}

/** Whether upstreams of the type may list their models. */
export const mayListModels = (id: number): boolean => channelTypeOf(id)?.listsNoModels !== true

/** Services on a machine of the operator's own, which often check no key. A channel without one sends `unusedKey`. */
export const isKeyOptional = (id: number): boolean =>
  channelTypeOf(id)?.keyForms.every(({ parts }) => parts.every(({ name }) => name === 'optionalKey')) ?? false
const unusedKey = 'none'
/** The entered keys, or what a channel of the type sends without any. */
export const keysOrUnused = (keys: readonly string[], type: number): readonly string[] =>
  keys.length === 0 && isKeyOptional(type) ? [unusedKey] : keys

/** A custom channel is called at exactly its base URL, with `{model}` replaced. */
export const customType = 8

/** Whether a custom channel's URL is the root of an API. Few upstreams answer calls there. */
export const lacksPath = (type: number, baseUrl: string | null): boolean =>
  type === customType && baseUrl !== null && /^\s*https?:\/\/[^/?#]+(\/v1)?\/*\s*$/i.test(baseUrl)

export const channelTypeOf = (id: number): ChannelType | undefined => channelTypes.find((type) => type.id === id)
