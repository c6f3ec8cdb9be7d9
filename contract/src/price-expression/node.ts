import type { Decimal } from '../decimal.ts'
import type { Arithmetic, Comparison, FunctionName, Logic, Variable } from './language.ts'

/** `any`: a field of the request, whose type the caller decides. */
export type NodeType = 'number' | 'text' | 'flag' | 'any'

/** What is known of a part of an expression before any call. */
interface Known {
  readonly type: NodeType
  readonly at: number
  readonly end: number
  /** It depends on the request or on the time of its arrival. */
  readonly readsRequest: boolean
  /** It depends on the tokens of the call. */
  readonly readsUsage: boolean
  /** By the tokens, in each branch: 0 = constant, 1 = a sum of products of a price and a count, 2 = anything else. */
  readonly degree: 0 | 1 | 2
}

export type CallNode = Known & { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Node[] }
export type ChoiceNode = Known & {
  readonly kind: 'choice'
  readonly condition: Node
  readonly then: Node
  readonly otherwise: Node
}

/** A part of an expression, immutable. */
export type Node =
  | (Known & { readonly kind: 'number'; readonly value: Decimal })
  | (Known & { readonly kind: 'literal'; readonly value: string | boolean | null })
  | (Known & { readonly kind: 'variable'; readonly name: Variable })
  | (Known & { readonly kind: 'negative' | 'not'; readonly operand: Node })
  | (Known & { readonly kind: 'arithmetic'; readonly operator: Arithmetic; readonly left: Node; readonly right: Node })
  | (Known & { readonly kind: 'comparison'; readonly operator: Comparison; readonly left: Node; readonly right: Node })
  | (Known & { readonly kind: 'logic'; readonly operator: Logic; readonly left: Node; readonly right: Node })
  | ChoiceNode
  | CallNode

/** The parts of a part. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'negative':
    case 'not':
      return [node.operand]
    case 'arithmetic':
    case 'comparison':
    case 'logic':
      return [node.left, node.right]
    case 'choice':
      return [node.condition, node.then, node.otherwise]
    case 'call':
      return node.args
    default:
      return []
  }
}
