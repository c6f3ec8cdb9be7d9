import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button } from 'antd'
import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { type LaneFigures as Figures, figuresOf } from './compare-lanes.ts'
import type { Conversation, Lane } from './conversation.ts'
import { LaneFigures } from './lane-figures.tsx'
import type { ChatMessage } from './message.ts'
import { MessageView } from './message-view.tsx'
import css from './playground.module.css'
import { useStickToEnd } from './use-stick-to-end.ts'

interface LaneViewProps {
  lane: Lane
  index: number
  isComparing: boolean
  /** The lowest figures of the lanes that are compared; null = there is one lane. */
  lowest: Figures | null
  isBusy: boolean
  conversation: Conversation
  /** Leads to the setting of the output limit. */
  onLimit(): void
}

/** The conversation with one model. */
export const LaneView = memo(function LaneView({
  lane,
  index,
  isComparing,
  lowest,
  isBusy,
  conversation,
  onLimit,
}: LaneViewProps) {
  const { t } = useTranslation('playground')
  const { messages, model } = lane
  const { frame, content, isAway, toEnd, onScroll } = useStickToEnd()
  const last = messages.at(-1)
  const question = messages.findLast(({ role }) => role === 'user')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question alone moves the view to its answer.
  useEffect(toEnd, [question])
  const askForRest = () => conversation.askForRest(index, t('shortfall.continueWords'))
  const answerTools = (results: readonly string[]) => conversation.answerTools(index, results)
  const resultOf = (name: string) => conversation.get().settings.tools?.find((tool) => tool.name === name)?.result ?? ''
  return (
    <Stack gap={0} shrink className={css.lane}>
      {isComparing && (
        <Row justify="between" className={css.laneHead}>
          <h2 title={model}>
            <VendorMark model={model} /> {model}
          </h2>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('closeLane', { model })}
            title={t('closeLane', { model })}
            onClick={() => conversation.closeLane(index)}
          />
        </Row>
      )}
      {lowest && <LaneFigures figures={figuresOf(lane)} lowest={lowest} />}
      <section
        ref={frame}
        className={css.scroll}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
        aria-label={t('messages', { model })}
      >
        <div ref={content} className={css.messages}>
          {messages.length === 0 && (
            <div className={css.empty}>
              <strong>{t('empty.title')}</strong>
              <p>{t('empty.hint')}</p>
            </div>
          )}
          {messages.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              isBusy={isBusy}
              onRetry={message === last && !isBusy ? () => conversation.retry(index) : undefined}
              onContinue={message === last && !isBusy ? askForRest : undefined}
              onLimit={onLimit}
              onEdit={conversation.edit}
              onRemove={conversation.remove}
              onVersion={conversation.showVersion}
              resultOf={resultOf}
              onTools={message === last && !isBusy ? answerTools : undefined}
            />
          ))}
        </div>
      </section>
      {isAway && (
        <Button className={css.toEnd} shape="circle" icon={<DownOutlined />} aria-label={t('toEnd')} onClick={toEnd} />
      )}
      <LaneStatus messages={messages} model={model} />
    </Stack>
  )
})

/** Announces the progress of an answer to screen readers. */
function LaneStatus({ messages, model }: Lane) {
  const { t } = useTranslation('playground')
  const last = messages.at(-1)
  const state = last?.role === 'assistant' && !last.isSample ? last.status : undefined
  return (
    <div role="status" className="visually-hidden">
      {state === 'loading' && t('status.loading', { model })}
      {state === 'incomplete' && t('status.incomplete', { model })}
      {state === 'complete' && t(`ended.${endOf(last)}`, { model })}
      {state === 'error' && t('status.error', { model, error: last?.error ?? '' })}
    </div>
  )
}

const endOf = (answer: ChatMessage | undefined) => {
  if (answer?.isStopped) return 'stopped'
  return answer?.shortfall ?? 'complete'
}
