import { dirname, join } from 'node:path/posix';
import { child, field, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import {
  CALL_MS,
  MAX_CALL_CHARS,
  type ProbedFile,
  type ProbedLanguage,
  type ProbedUse,
  REPLAY_MS,
} from './probed-file.ts';

/** Calls of the functions of a package, from its own tests or from tests of its outside. */
export const go: ProbedLanguage = {
  uses(file) {
    const known = functionsNear(file);
    const uses: ProbedUse[] = [];
    walk(file.root, (node) => {
      const isCalled = node.field === 'function' && node.parent?.type === 'call_expression';
      if (isCalled && known.has(textOf(node))) uses.push({ name: textOf(node), node });
    });
    return uses;
  },
  record({ path, root }, uses, marker) {
    return {
      edits: uses.flatMap(({ name, node }) => [
        insertAt(node.start, `${marker}(${JSON.stringify(name)}, `),
        insertAt(node.end, ')'),
      ]),
      beside: { path: join(dirname(path), `${marker}_test.go`), text: recorder(marker, packageOf(root)) },
    };
  },
  replay(file, names, calls, marker) {
    const aliases = new Set(names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
    const imports = importsOf(file.root).filter(({ alias }) => aliases.has(alias));
    const works = names.map((name) => `\t\t${JSON.stringify(name)}: ${name},`);
    const own = imports.map(({ text }) => `\t${text}`).join('\n');
    return replayer(marker, packageOf(file.root), own, works.join('\n'), JSON.stringify(JSON.stringify(calls)));
  },
  command: (path, marker, isReplay) =>
    `cd ${quotedWord(dirname(path))} && go test -count=1 ${isReplay ? `-run '^TestJumar${marker}$' ` : ''}.`,
};

/** Names of functions without type parameters, as the test file calls them. */
function functionsNear({ path, root, near }: ProbedFile): Set<string> {
  const own = packageOf(root);
  const folder = dirname(path);
  const imports = importsOf(root);
  const names = new Set<string>();
  for (const other of near) {
    if (other.path.endsWith('_test.go')) continue;
    const prefix = dirname(other.path) === folder && packageOf(other.root) === own ? '' : prefixOf(other.path, imports);
    if (prefix === null) continue;
    for (const node of other.root.children) {
      const name = textOf(field(node, 'name'));
      if (node.type !== 'function_declaration' || field(node, 'type_parameters')) continue;
      if (prefix === '' || /^\p{Lu}/u.test(name)) names.add(prefix + name);
    }
  }
  for (const node of root.children) names.delete(textOf(field(node, 'name')));
  return names;
}

/** The import path of a package ends with its folder. */
function prefixOf(path: string, imports: readonly { alias: string; of: string }[]): string | null {
  const folder = dirname(path);
  const found = imports.find(({ of }) =>
    folder === '.' ? of.includes('.') && !of.includes('..') : `/${of}`.endsWith(`/${folder}`),
  );
  return found ? `${found.alias}.` : null;
}

function importsOf(root: SyntaxNode): { alias: string; of: string; text: string }[] {
  const found: { alias: string; of: string; text: string }[] = [];
  walk(root, (node) => {
    if (node.type !== 'import_spec') return;
    const of = textOf(field(node, 'path')).slice(1, -1);
    const alias = textOf(field(node, 'name')) || (of.split('/').at(-1) ?? '');
    found.push({ alias, of, text: textOf(node) });
  });
  return found;
}

const packageOf = (root: SyntaxNode) => textOf(child(child(root, 'package_clause'), 'package_identifier'));
const quotedWord = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;

const recorder = (marker: string, name: string) => `package ${name}

import (
	"encoding/json"
	"os"
	"reflect"
)

func ${marker}[F any](name string, work F) F {
	value := reflect.ValueOf(work)
	kind := value.Type()
	if kind.Kind() != reflect.Func {
		return work
	}
	for at := 0; at < kind.NumIn(); at++ {
		if !${marker}Plain(kind.In(at), 0) {
			return work
		}
	}
	return reflect.MakeFunc(kind, func(in []reflect.Value) []reflect.Value {
		all := []interface{}{}
		for _, one := range in {
			all = append(all, one.Interface())
		}
		if line, err := json.Marshal(map[string]interface{}{"f": name, "a": all}); err == nil && len(line) < ${MAX_CALL_CHARS} {
			if file, err := os.OpenFile(os.Getenv("${marker}"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600); err == nil {
				file.WriteString("${marker} " + string(line) + "\\n")
				file.Close()
			}
		}
		if kind.IsVariadic() {
			return value.CallSlice(in)
		}
		return value.Call(in)
	}).Interface().(F)
}

func ${marker}Plain(kind reflect.Type, depth int) bool {
	switch kind.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32,
		reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Slice, reflect.Array, reflect.Ptr:
		return depth < 5 && ${marker}Plain(kind.Elem(), depth+1)
	case reflect.Map:
		return depth < 5 && kind.Key().Kind() == reflect.String && ${marker}Plain(kind.Elem(), depth+1)
	case reflect.Struct:
		for at := 0; at < kind.NumField(); at++ {
			if kind.Field(at).PkgPath != "" || depth > 4 || !${marker}Plain(kind.Field(at).Type, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
`;

const replayer = (marker: string, name: string, imports: string, works: string, calls: string) => `package ${name}

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
${imports}
)

func TestJumar${marker}(t *testing.T) {
	works := map[string]interface{}{
${works}
	}
	var calls []struct {
		N int
		F string
		A []json.RawMessage
		V [][]json.RawMessage
	}
	if err := json.Unmarshal([]byte(${calls}), &calls); err != nil {
		t.Fatal(err)
	}
	one := func(value reflect.Value) string {
		for (value.Kind() == reflect.Ptr || value.Kind() == reflect.Interface) && !value.IsNil() {
			value = value.Elem()
		}
		switch value.Kind() {
		case reflect.Ptr, reflect.Interface, reflect.Invalid:
			return "u"
		case reflect.Func, reflect.Chan:
			return "-"
		case reflect.Bool:
			return fmt.Sprintf("b%v", value)
		case reflect.String:
			return fmt.Sprintf("s%x", crc32.ChecksumIEEE([]byte(value.String())))
		case reflect.Float32, reflect.Float64:
			if value.Float() != value.Float() {
				return "u"
			}
			return fmt.Sprintf("n%v", value.Float())
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
			reflect.Uint32, reflect.Uint64:
			return fmt.Sprintf("n%d", value.Interface())
		}
		text := fmt.Sprintf("%#v", value.Interface())
		if strings.Contains(text, "0xc0") {
			plain, err := json.Marshal(value.Interface())
			if err != nil {
				return "-"
			}
			text = string(plain)
		}
		return fmt.Sprintf("o%x", crc32.ChecksumIEEE([]byte(text)))
	}
	token := func(results []reflect.Value) string {
		if len(results) == 0 {
			return "u"
		}
		if err, ok := results[len(results)-1].Interface().(error); ok && err != nil {
			return "terror"
		}
		if len(results) == 1 {
			return one(results[0])
		}
		if _, isError := reflect.Zero(results[len(results)-1].Type()).Interface().(error); isError || results[len(results)-1].Type().String() == "error" {
			results = results[:len(results)-1]
		}
		parts := []string{}
		for _, result := range results {
			parts = append(parts, one(result))
		}
		if len(parts) == 1 {
			return parts[0]
		}
		return fmt.Sprintf("o%x", crc32.ChecksumIEEE([]byte(strings.Join(parts, " "))))
	}
	repeats := func(results []reflect.Value, inputs []json.RawMessage) string {
		if len(results) == 0 || results[0].Kind() != reflect.String {
			return ""
		}
		given, _ := json.Marshal(inputs)
		for _, word := range regexp.MustCompile("[\\\\pL]{3,}").FindAllString(strings.ToLower(string(given)), -1) {
			if strings.Contains(strings.ToLower(results[0].String()), word) {
				return "!"
			}
		}
		return ""
	}
	until := time.Now().Add(${REPLAY_MS} * time.Millisecond)
	late := 0
	ask := func(name string, inputs []json.RawMessage) string {
		if late > 2 || time.Now().After(until) {
			return "-"
		}
		work := reflect.ValueOf(works[name])
		kind := work.Type()
		if len(inputs) != kind.NumIn() {
			return "-"
		}
		in := []reflect.Value{}
		for at, input := range inputs {
			value := reflect.New(kind.In(at))
			if json.Unmarshal(input, value.Interface()) != nil {
				return "-"
			}
			in = append(in, value.Elem())
		}
		done := make(chan string, 1)
		go func() {
			defer func() {
				if recover() != nil {
					done <- "tpanic"
				}
			}()
			var results []reflect.Value
			if kind.IsVariadic() {
				results = work.CallSlice(in)
			} else {
				results = work.Call(in)
			}
			done <- token(results) + repeats(results, inputs)
		}()
		select {
		case result := <-done:
			return result
		case <-time.After(${CALL_MS} * time.Millisecond):
			late++
			return "-"
		}
	}
	rows := [][]string{}
	most := 0
	for _, call := range calls {
		rows = append(rows, []string{ask(call.F, call.A)})
		if len(call.V) > most {
			most = len(call.V)
		}
	}
	for at := len(calls) - 1; at >= 0; at-- {
		rows[at] = append(rows[at], ask(calls[at].F, calls[at].A))
	}
	for n := 0; n < most; n++ {
		for at, call := range calls {
			if n < len(call.V) {
				rows[at] = append(rows[at], ask(call.F, call.V[n]))
			}
		}
	}
	file, err := os.OpenFile(os.Getenv("${marker}"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for at, row := range rows {
		fmt.Fprintf(file, "${marker} %d %s\\n", calls[at].N, strings.Join(row, " "))
	}
}
`;
