import { answerError, answerJson, answerText } from '../answers.ts'
import { agentCells } from './agent-cells.ts'
import { chatBody, listAt, oldDashboard, openaiCells, streamWithUsageAtEnd } from './openai-cells.ts'
import { type CellsOrReasons, type ProviderRow, text, thought, totals } from './row.ts'

type OwnCells = Partial<CellsOrReasons> & Pick<CellsOrReasons, 'list' | 'balance'>
type Host = Omit<ProviderRow, 'cells'> & { cells: OwnCells }

const noBalance = 'The host has no address for the balance.'
const noList = 'The host has no address for the list of models.'
const totalsOnly = 'The host reports totals alone.'
const noThoughts = 'Its models do not think.'
const hiddenThoughts = 'Chat Completions hold the number of reasoning tokens, not their text.'

const answerWithUsage = (usage: object) => answerJson(chatBody({ content: text }, { usage }))
const account = '023e105f4ecef8ad9ca31a8372d0c353'

const resellers: readonly Host[] = [6, 7, 9, 10, 12, 13].map((type) => ({
  type,
  model: 'gpt-4o-2024-11-20',
  path: '/v1/chat/completions',
  isFake: true,
  cells: { list: listAt('/v1/models'), balance: oldDashboard },
}))

/** Hosts of OpenAI's format, according to the pages that their folders name. */
const hosts: readonly Host[] = [
  {
    type: 1,
    model: 'gpt-4o-2024-11-20',
    path: '/v1/chat/completions',
    cells: { reasoning: hiddenThoughts, list: listAt('/v1/models'), balance: oldDashboard },
  },
  {
    type: 8,
    model: 'm-1',
    basePath: '/custom/chat',
    path: '/custom/chat',
    cells: { list: listAt('/v1/models'), balance: oldDashboard },
  },
  ...(
    [
      [
        'dated',
        '',
        '/openai/deployments/dep/chat/completions?api-version=2024-10-21',
        '/openai/models?api-version=2024-10-21',
      ],
      ['v1', 'v1', '/openai/v1/chat/completions', '/openai/v1/models'],
    ] as const
  ).map(
    ([variant, other, path, list]): Host => ({
      type: 3,
      variant,
      model: 'dep',
      channel: { other },
      path,
      signed: ['api-key', 'sk-upstream'],
      cells: {
        reasoning: hiddenThoughts,
        error: {
          answer: answerError(400, 'The response was filtered', {
            code: 'content_filter',
            innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: {} },
          }),
          status: 400,
          says: 'The response was filtered',
        },
        refusedKey: [
          answerError(401, 'Access denied due to invalid subscription key or wrong API endpoint.', {
            code: '401',
          }),
        ],
        list: listAt(list),
        balance: noBalance,
      },
    }),
  ),
  {
    type: 43,
    model: 'deepseek-v4-pro',
    path: '/v1/chat/completions',
    reader: 'gemini',
    cells: {
      image: 'Its models take text alone.',
      usage: {
        answer: answerWithUsage({
          ...totals,
          prompt_cache_hit_tokens: 40,
          prompt_cache_miss_tokens: 60,
          completion_tokens_details: { reasoning_tokens: 8 },
        }),
        input: 100,
        output: 20,
        cacheRead: 40,
        reasoning: 8,
      },
      error: {
        answer: answerError(422, 'Failed to deserialize the JSON body', { type: 'invalid_request_error' }),
        status: 422,
        says: 'Failed to deserialize',
      },
      refusedKey: [
        answerError(401, 'Authentication Fails', {
          type: 'authentication_error',
          code: 'invalid_request_error',
        }),
        answerError(402, 'Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }),
      ],
      list: listAt('/v1/models'),
      balance: {
        answers: [
          answerJson({
            is_available: true,
            balance_infos: [
              {
                currency: 'CNY',
                total_balance: '110.00',
                granted_balance: '10.00',
                topped_up_balance: '100.00',
              },
            ],
          }),
        ],
        amount: 110,
        currency: 'CNY',
      },
    },
  },
  {
    type: 42,
    model: 'mistral-large-latest',
    path: '/v1/chat/completions',
    cells: {
      stream: streamWithUsageAtEnd,
      reasoning: answerJson(
        chatBody({
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: thought }] },
            { type: 'text', text },
          ],
        }),
      ),
      usage: totalsOnly,
      error: {
        answer: answerJson(
          { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
          { status: 422 },
        ),
        status: 422,
        says: 'Field required',
      },
      refusedKey: [
        answerJson({ message: 'Unauthorized', request_id: 'r' }, { status: 401 }),
        answerJson({ detail: 'Unauthorized' }, { status: 401 }),
      ],
      list: listAt('/v1/models'),
      balance: noBalance,
    },
  },
  {
    type: 48,
    model: 'grok-4.6',
    path: '/v1/chat/completions',
    cells: {
      usage: {
        // The completion excludes the reasoning.
        answer: answerWithUsage({
          prompt_tokens: 100,
          completion_tokens: 12,
          total_tokens: 120,
          num_sources_used: 0,
          prompt_tokens_details: { text_tokens: 100, cached_tokens: 40 },
          completion_tokens_details: { reasoning_tokens: 8 },
        }),
        input: 100,
        output: 20,
        cacheRead: 40,
        reasoning: 8,
      },
      error: {
        answer: answerJson(
          { code: 'Client specified an invalid argument', error: 'Argument not supported: stop' },
          { status: 400 },
        ),
        status: 400,
        says: 'Argument not supported: stop',
      },
      refusedKey: [
        answerJson(
          { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: sk***am' },
          { status: 400 },
        ),
        answerJson({ code: 'Unauthenticated', error: 'No API key was provided' }, { status: 401 }),
      ],
      list: listAt('/v1/models'),
      balance: noBalance,
    },
  },
  {
    type: 25,
    model: 'kimi-k3',
    path: '/v1/chat/completions',
    reader: 'gemini',
    cells: {
      usage: { answer: answerWithUsage({ ...totals, cached_tokens: 40 }), input: 100, output: 20, cacheRead: 40 },
      refusedKey: [
        answerError(401, 'Invalid Authentication', { type: 'invalid_authentication_error' }),
        answerError(429, 'Your account is suspended, please check your plan and billing details', {
          type: 'exceeded_current_quota_error',
        }),
      ],
      list: listAt('/v1/models'),
      balance: {
        answers: [
          answerJson({
            code: 0,
            scode: '0x0',
            status: true,
            data: { available_balance: 49.58, voucher_balance: 46.58, cash_balance: 3 },
          }),
        ],
        // The address of the channel is not the Chinese host.
        amount: 49.58,
        currency: 'USD',
      },
    },
  },
  {
    type: 26,
    model: 'glm-5.3',
    path: '/api/paas/v4/chat/completions',
    reader: 'gemini',
    cells: {
      error: {
        answer: answerJson({ error: { code: '1214', message: 'messages is invalid' } }, { status: 400 }),
        status: 400,
        says: 'messages is invalid',
      },
      refusedKey: [
        answerJson({ error: { code: '1002', message: 'Authorization Token is invalid' } }, { status: 401 }),
        answerJson({ error: { code: '1113', message: 'Your account is in arrears' } }, { status: 429 }),
      ],
      list: listAt('/api/paas/v4/models'),
      balance: noBalance,
    },
  },
  ...(
    [
      ['a model', 'doubao-seed-1-8', '/api/v3/chat/completions'],
      ['an application', 'bot-1', '/api/v3/bots/chat/completions'],
    ] as const
  ).map(
    ([variant, model, path]): Host => ({
      type: 45,
      variant,
      model,
      path,
      reader: 'gemini',
      cells: {
        error: {
          answer: answerError(400, 'The parameter `messages` is not valid', {
            code: 'InvalidParameter',
            param: 'messages',
            type: 'BadRequest',
          }),
          status: 400,
          says: '`messages` is not valid',
        },
        refusedKey: [
          answerError(401, 'The API key is missing or invalid', {
            code: 'AuthenticationError',
            type: 'Unauthorized',
          }),
          answerError(403, 'Your account has an overdue balance', {
            code: 'AccountOverdueError',
            type: 'Forbidden',
          }),
        ],
        list: noList,
        balance: noBalance,
      },
    }),
  ),
  {
    type: 46,
    model: 'ernie-5.1',
    path: '/v2/chat/completions',
    cells: {
      error: {
        answer: answerJson(
          {
            error: {
              code: 'tokens_too_long',
              message: 'the input is too long',
              type: 'invalid_request_error',
            },
            id: 'as-1',
          },
          { status: 400 },
        ),
        status: 400,
        says: 'the input is too long',
      },
      refusedKey: [
        answerJson(
          {
            error: {
              code: 'invalid_iam_token',
              message: 'IAM Token is invalid',
              type: 'invalid_request_error',
            },
            id: 'as-1',
          },
          { status: 401 },
        ),
      ],
      list: listAt('/v2/models'),
      balance: noBalance,
    },
  },
  {
    type: 40,
    model: 'deepseek-ai/DeepSeek-V3.2',
    path: '/v1/chat/completions',
    reader: 'gemini',
    cells: {
      error: {
        answer: answerJson({ code: 20_015, message: 'max_tokens is too large', data: null }, { status: 400 }),
        status: 400,
        says: 'max_tokens is too large',
      },
      refusedKey: [
        answerText('"Invalid token"', { status: 401, headers: { 'content-type': 'application/json' } }),
        answerJson(
          { code: 30_001, message: 'Sorry, your account balance is insufficient', data: null },
          { status: 403 },
        ),
      ],
      list: listAt('/v1/models'),
      balance: {
        answers: [
          answerJson({
            code: 20_000,
            message: 'OK',
            status: true,
            data: { balance: '0.88', totalBalance: '88.00' },
          }),
        ],
        amount: 88,
        currency: 'CNY',
      },
    },
  },
  {
    type: 27,
    model: 'perplexity/sonar',
    path: '/v1/responses',
    sentBody: { tools: [{ type: 'web_search' }] },
    cells: { ...agentCells, list: listAt('/v1/models'), balance: noBalance },
  },
  {
    type: 31,
    model: 'yi-large',
    path: '/v1/chat/completions',
    cells: { reasoning: noThoughts, usage: totalsOnly, list: listAt('/v1/models'), balance: noBalance },
  },
  {
    type: 53,
    model: 'Qwen/Qwen3-235B-A22B-Instruct-2507',
    path: '/v1/chat/completions',
    isFake: true,
    cells: { usage: totalsOnly, list: listAt('/v1/models'), balance: noBalance },
  },
  {
    type: 19,
    model: '360gpt2-pro',
    path: '/v1/chat/completions',
    cells: {
      image: 'Its models take text alone.',
      reasoning: 'Its answers have no field for it.',
      usage: totalsOnly,
      list: listAt('/v1/models'),
      balance: noBalance,
    },
  },
  {
    type: 17,
    model: 'qwen-plus',
    path: '/compatible-mode/v1/chat/completions',
    reader: 'gemini',
    cells: {
      usage: {
        answer: answerWithUsage({
          ...totals,
          prompt_tokens_details: {
            cached_tokens: 40,
            cache_creation_input_tokens: 10,
            cache_type: 'ephemeral',
          },
          completion_tokens_details: { reasoning_tokens: 8 },
        }),
        input: 100,
        output: 20,
        cacheRead: 40,
        cacheWrite: 10,
        reasoning: 8,
      },
      refusedKey: [
        answerError(401, 'Incorrect API key provided.', {
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        }),
        answerError(400, 'Access denied, please make sure your account is in good standing.', {
          type: 'Arrearage',
          code: 'Arrearage',
        }),
      ],
      list: listAt('/compatible-mode/v1/models'),
      balance: noBalance,
    },
  },
  {
    type: 35,
    model: 'MiniMax-M3',
    path: '/v1/chat/completions',
    reader: 'gemini',
    cells: {
      reasoning: answerJson(
        chatBody({ content: text, reasoning_details: [{ type: 'reasoning.text', text: thought }] }),
      ),
      usage: {
        answer: answerWithUsage({ ...totals, prompt_tokens_details: { cached_tokens: 40 } }),
        input: 100,
        output: 20,
        cacheRead: 40,
      },
      error: {
        answer: answerJson({ base_resp: { status_code: 2013, status_msg: 'invalid params' } }),
        status: 400,
        says: 'invalid params',
      },
      refusedKey: [
        answerJson({ base_resp: { status_code: 1004, status_msg: 'login fail' } }),
        answerJson({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
      ],
      list: listAt('/v1/models'),
      balance: noBalance,
    },
  },
  {
    type: 39,
    model: '@cf/openai/gpt-oss-120b',
    channel: { other: account },
    path: `/client/v4/accounts/${account}/ai/v1/chat/completions`,
    cells: {
      usage: totalsOnly,
      error: {
        answer: answerJson(
          {
            result: null,
            success: false,
            messages: [],
            errors: [{ code: 5007, message: 'No such model @cf/openai/gpt-oss-120b' }],
          },
          { status: 400 },
        ),
        status: 400,
        says: 'No such model',
      },
      refusedKey: [
        answerJson(
          {
            result: null,
            success: false,
            messages: [],
            errors: [{ code: 10_000, message: 'Authentication error' }],
          },
          { status: 401 },
        ),
      ],
      list: {
        path: `/client/v4/accounts/${account}/ai/models/search?per_page=200`,
        answers: [
          answerJson({
            success: true,
            result: [{ id: 'u', name: '@cf/meta/llama-3.3-70b-instruct-fp8-fast' }],
          }),
        ],
        names: ['@cf/meta/llama-3.3-70b-instruct-fp8-fast'],
      },
      balance: noBalance,
    },
  },
  {
    type: 18,
    model: 'lite',
    path: '/v1/chat/completions',
    cells: {
      plain: answerJson({ code: 0, message: 'Success', sid: 's', ...chatBody({ content: text }) }),
      image: 'Its models take text alone.',
      reasoning: answerJson({
        code: 0,
        message: 'Success',
        sid: 's',
        ...chatBody({ content: text, reasoning_content: thought }),
      }),
      usage: totalsOnly,
      error: {
        answer: answerJson({ code: 10_907, message: 'the token limit is exceeded', sid: 's' }),
        status: 400,
        says: 'the token limit is exceeded',
      },
      refusedKey: [
        answerError(401, 'HMAC signature cannot be verified', { type: 'api_error', code: '11200' }),
        answerJson({ code: 11_200, message: 'AppIdNoAuthError', sid: 's' }),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 23,
    variant: 'in OpenAI’s format',
    model: 'hunyuan-turbos-latest',
    path: '/v1/chat/completions',
    cells: { usage: totalsOnly, list: noList, balance: noBalance },
  },
  {
    type: 22,
    model: 'app',
    path: '/v1/chat/completions',
    counts: 'here',
    cells: {
      plain: answerWithUsage({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }),
      tools: 'The application has its own tools, and calls them itself.',
      usage: 'The usage is a placeholder.',
      error: {
        answer: answerJson({ code: 400, statusText: 'error', message: 'data is null', data: null }, { status: 400 }),
        status: 400,
        says: 'data is null',
      },
      refusedKey: [
        answerJson(
          { code: 401, statusText: 'unAuthorization', message: 'wrong credentials', data: null },
          { status: 401 },
        ),
        answerJson(
          { code: 514, statusText: 'unAuthApiKey', message: 'Api Key is illegal', data: null },
          { status: 500 },
        ),
      ],
      list: noList,
      balance: noBalance,
    },
  },
  {
    type: 47,
    model: 'qwen3',
    path: '/v1/chat/completions',
    cells: {
      usage: totalsOnly,
      error: {
        answer: answerJson({ detail: '[address=0.0.0.0:1] Model not found, uid: qwen3' }, { status: 400 }),
        status: 400,
        says: 'Model not found',
      },
      refusedKey: [answerJson({ detail: 'Could not validate credentials' }, { status: 401 })],
      list: listAt('/v1/models'),
      balance: 'The host runs on the operator’s machine.',
    },
  },
  {
    type: 20,
    model: 'deepseek/deepseek-v4',
    path: '/v1/chat/completions',
    reader: 'gemini',
    cells: {
      reasoning: answerJson(
        chatBody({
          content: text,
          reasoning: thought,
          reasoning_details: [{ type: 'reasoning.text', text: thought, signature: 's', format: 'anthropic-claude-v1' }],
        }),
      ),
      usage: {
        answer: answerWithUsage({
          ...totals,
          cost: 0.0001,
          is_byok: false,
          prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
          completion_tokens_details: { reasoning_tokens: 8 },
        }),
        input: 100,
        output: 20,
        cacheRead: 40,
        cacheWrite: 10,
        reasoning: 8,
      },
      error: {
        answer: answerJson(
          {
            error: {
              code: 400,
              message: 'The model takes no tools',
              metadata: { provider_name: 'p', raw: '' },
            },
          },
          { status: 400 },
        ),
        status: 400,
        says: 'The model takes no tools',
      },
      refusedKey: [
        answerJson({ error: { code: 401, message: 'No auth credentials found' } }, { status: 401 }),
        answerJson({ error: { code: 402, message: 'Insufficient credits' } }, { status: 402 }),
      ],
      list: listAt('/v1/models'),
      balance: {
        answers: [answerJson({ data: { total_credits: 10, total_usage: 2.5 } })],
        amount: 7.5,
        currency: 'USD',
      },
    },
  },
  ...resellers,
]

export const openaiRows: readonly ProviderRow[] = hosts.map(({ cells, ...host }) => ({
  ...host,
  cells: { ...openaiCells, ...cells },
}))
