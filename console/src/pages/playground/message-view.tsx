import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, Input, Tag } from 'antd'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import { formatDuration } from '../../lib/format.ts'
import { AnswerFactsLine } from './answer-facts-line.tsx'
import { type AnswerFacts, type ChatMessage, isRunning, versionsOf } from './message.ts'
import css from './playground.module.css'
import { ShortfallNote } from './shortfall-note.tsx'

/** A shorter time is not shown: reasoning that arrives together with the text has no measured duration. */
const shownFromMs = 100

const ChatMarkdown = lazy(() => import('./chat-markdown.tsx'))
const AnswerMedia = lazy(() => import('./answer-media.tsx'))
const ToolCalls = lazy(() => import('./tool-calls.tsx'))

interface MessageViewProps {
  message: ChatMessage
  isBusy: boolean
  /** Absent = it is not the last. */
  onRetry: (() => void) | undefined
  /** Absent = it is not the last. */
  onContinue: (() => void) | undefined
  onLimit(): void
  onEdit(id: string, content: string): void
  onRemove(id: string): void
  onVersion(id: string, step: number): void
  /** The proposed result of a function. */
  resultOf(name: string): string
  /** Absent = it is not the last. */
  onTools: ((results: readonly string[]) => void) | undefined
}

export const MessageView = memo(
  function MessageView(props: MessageViewProps) {
    return props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />
  },
  (before, after) =>
    before.message === after.message &&
    before.isBusy === after.isBusy &&
    (before.onRetry === undefined) === (after.onRetry === undefined) &&
    (before.onTools === undefined) === (after.onTools === undefined) &&
    (before.onContinue === undefined) === (after.onContinue === undefined),
)

function Question({ message, isBusy, onEdit, onRemove }: MessageViewProps) {
  const { t } = useTranslation(['playground', 'common'])
  const { copy } = useCopy()
  const { id, content, images = [], lostImages = 0, files = [], lostFiles = 0, isSample } = message
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null) {
    const resend = () => {
      if (draft.trim() === '') return
      setDraft(null)
      onEdit(id, draft)
    }
    return (
      <div className={css.editing}>
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 2, maxRows: 12 }}
          aria-label={t('editQuestion')}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') {
              event.preventDefault()
              setDraft(null)
            }
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) resend()
          }}
        />
        <Row align="stretch" justify="last">
          <Button onClick={() => setDraft(null)}>{t('common:actions.cancel')}</Button>
          <Button type="primary" disabled={isBusy || draft.trim() === ''} onClick={resend}>
            {t('resend')}
          </Button>
        </Row>
      </div>
    )
  }
  return (
    <Stack as="article" gap={4} align="end" aria-label={t('you')}>
      <div className={css.bubble}>
        {images.length > 0 && (
          <Row align="stretch" wrap className={css.pictures}>
            {images.map((url, index) => (
              <img key={index} src={url} alt={t('attached', { number: index + 1 })} />
            ))}
          </Row>
        )}
        {lostImages > 0 && <em className={texts.hint}>{t('lostImages', { count: lostImages })}</em>}
        {files.length > 0 && (
          <Row wrap className={css.pictures}>
            {files.map(({ name }, index) => (
              <Tag key={index}>{name}</Tag>
            ))}
          </Row>
        )}
        {lostFiles > 0 && <em className={texts.hint}>{t('lostFiles', { count: lostFiles })}</em>}
        {content !== '' && <p>{content}</p>}
      </div>
      {isSample ? (
        <span className={texts.hint}>{t('sample.label')}</span>
      ) : (
        <Row gap={2} align="stretch" className={css.actions}>
          <Action label={t('editQuestion')} icon={<EditOutlined />} disabled={isBusy} run={() => setDraft(content)} />
          <Action label={t('copyText')} icon={<CopyOutlined />} run={() => copy(content)} />
          <Action label={t('remove')} icon={<DeleteOutlined />} disabled={isBusy} run={() => onRemove(id)} />
        </Row>
      )}
    </Stack>
  )
}

function Answer(props: MessageViewProps) {
  const { message, onRetry, onContinue, onLimit, onRemove, resultOf, onTools } = props
  const { t } = useTranslation('playground')
  const { copy } = useCopy()
  const {
    id,
    content,
    reasoning = '',
    status,
    error,
    model,
    isSample,
    isStopped,
    shortfall,
    tries,
    facts,
    toolCalls,
    images,
    sound,
    lostFiles,
  } = message
  const running = isRunning(message)
  // A model that ended in its thoughts thought to the end.
  const thoughtMs = facts?.thoughtMs ?? (content === '' ? spanOf(facts) : undefined)
  return (
    <Stack as="article" shrink aria-label={t('answerOf', { model: model ?? t('model') })} aria-busy={running}>
      {reasoning !== '' && (
        <details className={css.reasoning}>
          <summary>
            {running && content === '' && t('thinking')}
            {!(running && content === '') &&
              (thoughtMs === undefined || thoughtMs < shownFromMs
                ? t('thoughts')
                : t('thoughtFor', { time: formatDuration(thoughtMs) }))}
          </summary>
          <p>{reasoning}</p>
        </details>
      )}
      {content !== '' && (
        <Suspense fallback={<p className={css.plain}>{content}</p>}>
          <ChatMarkdown text={content} isGrowing={running} />
        </Suspense>
      )}
      {(images || sound || lostFiles !== undefined) && (
        <Suspense>
          <AnswerMedia message={message} isRunning={running} />
        </Suspense>
      )}
      {toolCalls && (
        <Suspense>
          <ToolCalls calls={toolCalls} resultOf={resultOf} onSend={running ? undefined : onTools} />
        </Suspense>
      )}
      {status === 'loading' && (
        <p className={css.waiting}>{tries === undefined ? t('waiting') : t('reconnecting', { count: tries })}</p>
      )}
      {error !== undefined && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      {shortfall !== undefined && !running && (
        <ShortfallNote shortfall={shortfall} onContinue={content === '' ? undefined : onContinue} onLimit={onLimit} />
      )}
      {isSample ? (
        <span className={texts.hint}>{t('sample.label')}</span>
      ) : (
        !running && (
          <Row as="footer" gap={[4, 12]} justify="between" wrap className={css.answerFoot}>
            <AnswerFactsLine message={message} note={isStopped ? t('stopped') : undefined} />
            <Row gap={2} className={css.actions}>
              <Versions {...props} />
              {content !== '' && <Action label={t('copyText')} icon={<CopyOutlined />} run={() => copy(content)} />}
              {onRetry && <Action label={t('retry')} icon={<RedoOutlined />} run={onRetry} />}
              <Action label={t('remove')} icon={<DeleteOutlined />} run={() => onRemove(id)} />
            </Row>
          </Row>
        )
      )}
    </Stack>
  )
}

const spanOf = ({ firstMs, totalMs }: AnswerFacts = {}): number | undefined =>
  firstMs === undefined || totalMs === undefined ? undefined : totalMs - firstMs

/** Which of the answers to its question this is, and the way to the others. */
function Versions({ message, isBusy, onVersion }: MessageViewProps) {
  const { t } = useTranslation('playground')
  const { id, earlier = [] } = message
  const count = versionsOf(message).length
  if (count === 1) return null
  const number = earlier.length + 1
  const step = (by: number) => onVersion(id, by)
  return (
    <Row as="span" gap={0} role="group" aria-label={t('versions')}>
      <Action
        label={t('versionBefore')}
        icon={<LeftOutlined />}
        disabled={isBusy || number === 1}
        run={() => step(-1)}
      />
      <span className={css.version}>{t('version', { number, count })}</span>
      <Action
        label={t('versionAfter')}
        icon={<RightOutlined />}
        disabled={isBusy || number === count}
        run={() => step(1)}
      />
    </Row>
  )
}

interface ActionProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  run(): void
}

const Action = ({ label, icon, disabled, run }: ActionProps) => (
  <Button type="text" size="small" icon={icon} disabled={disabled} aria-label={label} title={label} onClick={run} />
)
