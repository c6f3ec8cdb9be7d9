import { bedrockKeyForms, formText, type KeyForm } from './key-forms.ts'

/** The facts about a channel type that console and server share. Base URLs from the providers' documentation. */
export interface ChannelType {
  id: number
  label: string
  /** Default base URL; null = the operator must set one. */
  baseUrl: string | null
  /** The form of the key field, as a short pattern. */
  keyHint: string
  /** The address is built from a region: none has to be given. */
  isAddressBuilt?: true
  /** The forms of a key of several parts; absent = any text is a key. */
  keyForms?: readonly KeyForm[]
  /** Only for imported channels; new channels cannot choose it. */
  isFormer?: true
}

/** Types that can be served. A type is added here together with its provider on the server. */
export const channelTypes: readonly ChannelType[] = [
  { id: 1, label: 'OpenAI', baseUrl: 'https://api.openai.com', keyHint: 'sk-…' },
  { id: 14, label: 'Anthropic Claude', baseUrl: 'https://api.anthropic.com', keyHint: 'sk-ant-…' },
  { id: 24, label: 'Google Gemini', baseUrl: 'https://generativelanguage.googleapis.com', keyHint: 'AIza…' },
  { id: 20, label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api', keyHint: 'sk-or-…' },
  {
    id: 33,
    label: 'AWS Claude',
    baseUrl: null,
    isAddressBuilt: true,
    keyHint: formText(bedrockKeyForms),
    keyForms: bedrockKeyForms,
  },
  {
    id: 41,
    label: 'Vertex AI',
    baseUrl: null,
    isAddressBuilt: true,
    keyHint: '{"type": "service_account", …}',
  },
  { id: 3, label: 'Azure OpenAI', baseUrl: null, keyHint: 'key of the resource' },
  { id: 43, label: 'DeepSeek', baseUrl: 'https://api.deepseek.com', keyHint: 'sk-…' },
  { id: 42, label: 'Mistral AI', baseUrl: 'https://api.mistral.ai', keyHint: 'API key' },
  { id: 48, label: 'xAI', baseUrl: 'https://api.x.ai', keyHint: 'xai-…' },
  { id: 25, label: 'Moonshot', baseUrl: 'https://api.moonshot.cn', keyHint: 'sk-…' },
  { id: 26, label: 'Zhipu GLM', baseUrl: 'https://open.bigmodel.cn', keyHint: 'id.secret' },
  { id: 45, label: 'Volcano Ark / Doubao', baseUrl: 'https://ark.cn-beijing.volces.com', keyHint: 'API key' },
  {
    id: 46,
    label: 'Baidu Qianfan V2',
    baseUrl: 'https://qianfan.baidubce.com',
    keyHint: 'bce-v3/ALTAK-…|appid',
  },
  { id: 40, label: 'SiliconFlow', baseUrl: 'https://api.siliconflow.cn', keyHint: 'sk-…' },
  { id: 27, label: 'Perplexity', baseUrl: 'https://api.perplexity.ai', keyHint: 'pplx-…' },
  { id: 17, label: 'Alibaba Qwen', baseUrl: 'https://dashscope.aliyuncs.com', keyHint: 'sk-…' },
  { id: 35, label: 'MiniMax', baseUrl: 'https://api.minimaxi.com', keyHint: 'API key' },
  { id: 34, label: 'Cohere', baseUrl: 'https://api.cohere.com', keyHint: 'API key' },
  { id: 37, label: 'Dify', baseUrl: 'https://api.dify.ai', keyHint: 'app-…' },
  { id: 49, label: 'Coze', baseUrl: 'https://api.coze.com', keyHint: 'pat_…' },
  {
    id: 23,
    label: 'Tencent Hunyuan',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    keyHint: 'appId|secretId|secretKey, secretId|secretKey or sk-…',
  },
  { id: 15, label: 'Baidu Wenxin', baseUrl: 'https://aip.baidubce.com', keyHint: 'apiKey|secretKey' },
  { id: 16, label: 'Zhipu ChatGLM', baseUrl: 'https://open.bigmodel.cn', keyHint: 'id.secret' },
  {
    id: 18,
    label: 'iFlytek Spark',
    baseUrl: 'https://spark-api-open.xf-yun.com',
    keyHint: 'appId|apiSecret|apiKey or API password',
  },
  { id: 21, label: 'AI Proxy library', baseUrl: 'https://api.aiproxy.io', keyHint: 'API key' },
  { id: 39, label: 'Cloudflare', baseUrl: 'https://api.cloudflare.com', keyHint: 'API token' },
  { id: 4, label: 'Ollama', baseUrl: 'http://localhost:11434', keyHint: 'any text' },
  { id: 22, label: 'FastGPT', baseUrl: 'https://api.fastgpt.in/api', keyHint: 'fastgpt-…' },
  { id: 31, label: '01.AI', baseUrl: 'https://api.lingyiwanwu.com', keyHint: 'API key' },
  { id: 19, label: '360', baseUrl: 'https://api.360.cn', keyHint: 'API key' },
  { id: 38, label: 'Jina', baseUrl: 'https://api.jina.ai', keyHint: 'jina_…' },
  { id: 44, label: 'MokaAI M3E', baseUrl: 'https://api.moka.ai', keyHint: 'API key' },
  { id: 47, label: 'Xinference', baseUrl: null, keyHint: 'API key, or none' },
  { id: 8, label: 'Custom', baseUrl: null, keyHint: 'sk-…' },
  { id: 2, label: 'Midjourney Proxy', baseUrl: null, keyHint: 'mj-api-secret' },
  { id: 5, label: 'Midjourney Proxy Plus', baseUrl: null, keyHint: 'mj-api-secret' },
  { id: 36, label: 'Suno API', baseUrl: null, keyHint: 'API key' },
  { id: 6, label: 'OpenAI Max', baseUrl: 'https://api.openaimax.com', keyHint: 'sk-…', isFormer: true },
  { id: 7, label: 'OhMyGPT', baseUrl: 'https://api.ohmygpt.com', keyHint: 'sk-…', isFormer: true },
  { id: 9, label: 'CaipaCity', baseUrl: 'https://api.caipacity.com', keyHint: 'sk-…', isFormer: true },
  { id: 10, label: 'AI Proxy', baseUrl: 'https://api.aiproxy.io', keyHint: 'sk-…', isFormer: true },
  { id: 12, label: 'API2GPT', baseUrl: 'https://api.api2gpt.com', keyHint: 'sk-…', isFormer: true },
  { id: 13, label: 'AIGC2D', baseUrl: 'https://api.aigc2d.com', keyHint: 'sk-…', isFormer: true },
  {
    id: 11,
    label: 'Google PaLM2',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyHint: 'AIza…',
    isFormer: true,
  },
]

/** Whether the operator must set the address of a channel of the type. */
export const needsBaseUrl = (id: number): boolean => {
  const type = channelTypeOf(id)
  return type?.baseUrl === null && type.isAddressBuilt !== true
}

/** A custom channel is called at exactly its base URL, with `{model}` replaced. */
export const customType = 8

/** Whether a custom channel's URL is the root of an API. An upstream may answer there, but hardly any does. */
export const lacksPath = (type: number, baseUrl: string | null): boolean =>
  type === customType && baseUrl !== null && /^\s*https?:\/\/[^/?#]+(\/v1)?\/*\s*$/i.test(baseUrl)

export const channelTypeOf = (id: number): ChannelType | undefined =>
  channelTypes.find((type) => type.id === id)
