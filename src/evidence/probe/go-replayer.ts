import { CALL_MS, REPLAY_MS } from './probed-file.ts';

/** A file in the place of the tests: it makes the calls and writes down how they come out. */
export const goReplayer = (
  marker: string,
  name: string,
  imports: string,
  works: string,
  calls: string,
) => `package ${name}

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
