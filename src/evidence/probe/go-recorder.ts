import { MAX_CALL_CHARS } from './probed-file.ts';

/** A file beside the tests: a function that passes a function on and writes down how it is called. */
export const goRecorder = (marker: string, name: string) => `package ${name}

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
