import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import agentSent from '../__fixtures__/dify-agent.sent.json'
import workflowSent from '../__fixtures__/dify-workflow.sent.json'
import { noBalance, noList, ownTools, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { endAfter, json, pieces, question, text, thought } from '../samples.ts'

const difyRefusal = (status: number, code: string, message: string) => answerJson({ code, message, status }, { status })

const difyCells = {
  tools: ownTools,
  usage: 'The application reports totals alone.',
  refusedKey: [difyRefusal(401, 'unauthorized', 'Access token is invalid')],
  list: noList,
  balance: noBalance,
}

const difyIds = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1_705_395_332 }

const difyUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const difyFrames = [
  ...pieces.map((answer) => ({ event: 'message', ...difyIds, answer })),
  { event: 'message_end', ...difyIds, metadata: { usage: difyUsage } },
]

const difyStream = (script?: SseScript) => answerSse(json(difyFrames), { done: false, ...script })

const difyFailure = {
  event: 'error',
  ...difyIds,
  status: 400,
  code: 'invalid_param',
  message: failure.message,
}

const workflowIds = { task_id: 't', workflow_run_id: 'w' }

const workflowFrames = [
  { event: 'workflow_started', ...workflowIds, data: { id: 'w' } },
  ...pieces.map((piece) => ({ event: 'text_chunk', ...workflowIds, data: { text: piece } })),
  {
    event: 'workflow_finished',
    ...workflowIds,
    data: { id: 'w', status: 'succeeded', outputs: { text }, total_tokens: 120 },
  },
]

const workflowStream = (script?: SseScript) => answerSse(json(workflowFrames), { done: false, ...script })

const workflow = { task_id: 't', workflow_run_id: 'w' }

const failedRun = {
  event: 'workflow_finished',
  ...workflow,
  data: { id: 'w', status: 'failed', error: failure.message },
}

export const cases: ProviderCases = {
  rows: [
    {
      variant: 'an agent',
      model: 'dify',
      channel: { other: 'agent' },
      path: '/v1/chat-messages',
      sentBody: { query: question, response_mode: 'streaming' },
      cells: {
        ...difyCells,
        plain: difyStream(),
        stream: difyStream,
        image: { files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }] },
        reasoning: answerSse(
          json([{ event: 'reasoning_chunk', ...difyIds, data: { reasoning: thought } }, ...difyFrames]),
          { done: false },
        ),
        error: {
          answer: answerSse(
            json([
              {
                event: 'error',
                ...difyIds,
                status: 400,
                code: 'completion_request_error',
                message: 'no query',
              },
            ]),
            { done: false },
          ),
          status: 400,
          says: 'no query',
        },
        cut: difyStream(endAfter(difyFrames.length - 1)),
      },
      sent: agentSent,
      replies: {
        twoCalls: ownTools,
        streamedCalls: ownTools,
        noUsage: events([
          { event: 'message', ...difyIds, answer: text },
          { event: 'message_end', ...difyIds, metadata: {} },
        ]),
        firstError: events([difyFailure]),
        midError: events([{ event: 'message', ...difyIds, answer: 'The river' }, difyFailure]),
        signed: unsigned,
        framesToText: 1,
      },
    },
    {
      variant: 'a workflow',
      model: 'dify',
      channel: { other: 'workflow' },
      counts: 'sum',
      path: '/v1/workflows/run',
      sentBody: { inputs: { query: question }, response_mode: 'streaming' },
      cells: {
        ...difyCells,
        plain: workflowStream(),
        stream: workflowStream,
        image: { files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }] },
        reasoning: 'A workflow shows its outputs alone.',
        error: {
          answer: difyRefusal(400, 'invalid_param', 'query is required in input form'),
          status: 400,
          says: 'query is required',
        },
        cut: workflowStream(endAfter(workflowFrames.length - 1)),
      },
      sent: workflowSent,
      replies: {
        twoCalls: ownTools,
        streamedCalls: ownTools,
        noUsage: events([
          { event: 'text_chunk', ...workflow, data: { text } },
          { event: 'workflow_finished', ...workflow, data: { id: 'w', status: 'succeeded', outputs: { text } } },
        ]),
        firstError: events([difyFailure]),
        midError: events([{ event: 'text_chunk', ...workflow, data: { text: 'The river' } }, failedRun]),
        signed: unsigned,
        framesToText: 2,
      },
    },
  ],
  wrongChannels: [{ channel: { other: 'robot' }, field: 'other' }],
}
