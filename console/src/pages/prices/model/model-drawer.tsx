import { Drawer } from 'antd'
import sheetCss from '../../../components/list-filters.module.css'
import texts from '../../../components/text.module.css'
import { ownFocus, useFocusReturn } from '../../../components/use-focus-return.ts'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { usePrices } from '../prices-context.ts'
import { newRowOf } from '../sheet/select-rows.ts'
import { ModelPanel } from './model-panel.tsx'

interface ModelDrawerProps {
  /** '' = closed. */
  model: string
  onClose(): void
}

const width = 600

/** Everything about the price of one model. What is edited joins the unpublished changes. */
export function ModelDrawer({ model, onClose }: ModelDrawerProps) {
  const isPhone = useIsPhone()
  const { sheet, rowOf } = usePrices()
  const isOpen = model !== '' && sheet !== undefined
  useFocusReturn(isOpen)
  return (
    <Drawer
      open={isOpen}
      title={<code className={texts.anywhere}>{model}</code>}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '88%' : width}
      {...(isPhone && { classNames: { section: sheetCss.sheet, body: sheetCss.sheetBody } })}
      destroyOnHidden
      focusable={ownFocus}
      onClose={onClose}
    >
      {isOpen && <ModelPanel key={model} row={rowOf(model) ?? newRowOf(model)} />}
    </Drawer>
  )
}
