import { Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { ownSite } from '../../lib/base-path.ts'
import { useStatus } from '../../lib/queries.ts'
import { type CodeClient, codeClients, messagesOfCall, shortenData, writeCallCode } from './call-code.ts'
import { CodeBlock } from './code-block.tsx'
import type { ConversationState } from './conversation.ts'
import { parametersOf } from './model-parameters.ts'
import css from './playground.module.css'
import type { Offer } from './use-offer.ts'

interface CodeViewProps {
  state: ConversationState
  known: Offer['known']
  onClose(): void
}

/** The call behind the last answer, or an example before the first, as a program, with a placeholder for the key. */
export default function CodeView({ state: { lanes, settings }, known, onClose }: CodeViewProps) {
  const { t } = useTranslation('playground')
  const status = useStatus()
  const [client, setClient] = useState<CodeClient>('curl')
  const [chosen, setChosen] = useState(0)
  const lane = lanes[chosen] ?? lanes[0]
  if (lane === undefined) return null
  const { model } = lane
  const asked = messagesOfCall(lane.messages)
  const greeting = { id: '', role: 'user', createAt: 0, status: 'complete', content: t('sample.greeting') } as const
  const { language, install, text } = writeCallCode(client, {
    site: (status?.server_address || ownSite()).replace(/\/+$/, ''),
    key: 'YOUR_API_KEY',
    settings,
    messages: asked.length > 0 ? asked : [greeting],
    model,
    taken: parametersOf(model, known.get(model)),
    outputMax: known.get(model)?.max_output_tokens,
  })
  return (
    <Modal open title={t('codeView.title')} footer={null} width={760} onCancel={onClose}>
      <Stack gap={12}>
        <Row gap={12} wrap>
          <Segmented<CodeClient>
            aria-label={t('codeView.client')}
            options={codeClients.map((value) => ({ value, label: t(`codeView.clients.${value}`) }))}
            value={client}
            onChange={setClient}
          />
          {lanes.length > 1 && (
            <Select
              aria-label={t('model')}
              options={lanes.map((one, value) => ({ value, label: one.model }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
        </Row>
        {install !== undefined && <CodeBlock language="sh" text={install} />}
        <div className={css.program}>
          <CodeBlock language={language} text={shortenData(text)} copied={text} />
        </div>
        <p className={texts.hint}>{t(asked.length > 0 ? 'codeView.hint' : 'codeView.hintFirst')}</p>
      </Stack>
    </Modal>
  )
}
