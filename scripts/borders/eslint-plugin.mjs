import { isBuiltin } from 'node:module'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { borders } from './rules.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where an import leads, in the words of the border rules. Nothing is looked up: an editor asks on every key stroke. */
function targetOf(specifier, fileFolder) {
  if (specifier.startsWith('.'))
    return relative(root, resolve(root, fileFolder, specifier))
      .split(sep)
      .join('/')
  if (isBuiltin(specifier)) return specifier.replace(/^node:/, '')
  if (specifier.startsWith('@svc/plugin/library/')) return `${specifier.replace('@svc/plugin', 'sdk/plugin/src')}.ts`
  if (specifier.startsWith('@svc/plugin')) return 'sdk/plugin/src/index.ts'
  if (specifier.startsWith('@svc/sdk')) return 'sdk/typescript/src/index.ts'
  return `node_modules/${specifier}/`
}

function crosses({ from, to }, source, target, typeOnly) {
  const captured = from.path ? new RegExp(from.path).exec(source) : []
  if (!captured) return false
  if (from.pathNot && new RegExp(from.pathNot).test(source)) return false
  if (typeOnly && to.dependencyTypesNot?.includes('type-only')) return false
  const fill = pattern => new RegExp(pattern.replace('$1', captured[1] ?? ''))
  if (to.path && !fill(to.path).test(target)) return false
  return !(to.pathNot && fill(to.pathNot).test(target))
}

function isTypeOnly(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  return node.specifiers?.length > 0 && node.specifiers.every(specifier => specifier.importKind === 'type')
}

const bordersRule = {
  meta: { type: 'problem', schema: [], messages: { crossed: '{{name}}: {{comment}}' } },
  create(context) {
    const source = relative(root, context.filename).split(sep).join('/')
    const check = (node, specifierNode) => {
      if (typeof specifierNode?.value !== 'string') return
      const target = targetOf(specifierNode.value, dirname(source))
      for (const border of borders) {
        if (crosses(border, source, target, isTypeOnly(node))) {
          context.report({ node: specifierNode, messageId: 'crossed', data: border })
        }
      }
    }
    return {
      ImportDeclaration: node => check(node, node.source),
      ExportNamedDeclaration: node => check(node, node.source),
      ExportAllDeclaration: node => check(node, node.source),
      ImportExpression: node => check(node, node.source),
    }
  },
}

const statement =
  /^\s*(SELECT|INSERT (OR \w+ )?INTO|UPDATE|DELETE FROM|CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER|VIEW)|ALTER TABLE|DROP (TABLE|INDEX)|WITH \w+ (\(.*\) )?AS)\s/

const sqlRule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { misplaced: 'SQL stands in *-store.ts, as a named constant with its row type beside it.' },
  },
  create(context) {
    const check = (node, text) => {
      if (statement.test(text)) context.report({ node, messageId: 'misplaced' })
    }
    return {
      Literal: node => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: node => check(node, node.value.raw),
    }
  },
}

export const house = { meta: { name: 'house' }, rules: { borders: bordersRule, 'sql-in-stores': sqlRule } }
