import { MAX_CALL_CHARS } from './probed-file.ts';

const PRIMITIVES = ['byte', 'short', 'int', 'long', 'float', 'double', 'boolean', 'char'];

/** A class inside the test's own: each input goes through it, and the last one of a call writes them all down. */
export const javaRecorder = (marker: string) => `
    static class ${marker} {
        private static final ThreadLocal<java.util.Map<Integer, java.util.List<String>>> SEEN = ThreadLocal.withInitial(java.util.HashMap::new);

${[...PRIMITIVES.map((kind) => ['', kind]), ['<T> ', 'T']]
  .map(
    ([generic, kind]) => `        static ${generic}${kind} in(int site, String name, int at, int of, ${kind} value) {
            note(site, name, at, of, value);
            return value;
        }
`,
  )
  .join('\n')}
        private static void note(int site, String name, int at, int of, Object value) {
            java.util.List<String> parts = SEEN.get().computeIfAbsent(site, key -> new java.util.ArrayList<>());
            if (at == 0) parts.clear();
            String said = say(value);
            if (said != null) parts.add(said);
            if (at < of - 1 || parts.size() != of) return;
            String line = "${marker} {\\"f\\":\\"" + name + "\\",\\"a\\":[" + String.join(",", parts) + "]}\\n";
            if (line.length() > ${MAX_CALL_CHARS}) return;
            try {
                java.nio.file.Files.write(java.nio.file.Paths.get(System.getenv("${marker}")), line.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
            } catch (java.io.IOException | RuntimeException error) {
                return;
            }
        }

        private static String say(Object value) {
            if (value == null || value instanceof Boolean) return String.valueOf(value);
            if (value instanceof Float || value instanceof Double) {
                double number = ((Number) value).doubleValue();
                if (Double.isNaN(number) || Math.abs(number) > 1e15) return null;
                return number == Math.rint(number) ? "{\\"$\\":\\"float\\",\\"v\\":" + (long) number + "}" : String.valueOf(value);
            }
            if (value instanceof Number) return value.toString().length() < 16 ? value.toString() : null;
            if (value instanceof CharSequence || value instanceof Character) return text(value.toString());
            if (value instanceof java.util.Map) {
                java.util.List<String> parts = new java.util.ArrayList<>();
                for (java.util.Map.Entry<?, ?> one : ((java.util.Map<?, ?>) value).entrySet()) {
                    String said = say(one.getValue());
                    if (said == null || !(one.getKey() instanceof String)) return null;
                    parts.add(text((String) one.getKey()) + ":" + said);
                }
                java.util.Collections.sort(parts);
                return "{" + String.join(",", parts) + "}";
            }
            java.util.List<Object> list = new java.util.ArrayList<>();
            if (value instanceof java.util.Collection) list.addAll((java.util.Collection<?>) value);
            else if (value.getClass().isArray()) for (int at = 0; at < java.lang.reflect.Array.getLength(value); at++) list.add(java.lang.reflect.Array.get(value, at));
            else return null;
            java.util.List<String> parts = new java.util.ArrayList<>();
            for (Object one : list) {
                String said = say(one);
                if (said == null) return null;
                parts.add(said);
            }
            if (value instanceof java.util.Set) java.util.Collections.sort(parts);
            String all = "[" + String.join(",", parts) + "]";
            return value instanceof java.util.Set ? "{\\"$\\":\\"set\\",\\"v\\":" + all + "}" : all;
        }

        private static String text(String value) {
            StringBuilder text = new StringBuilder("\\"");
            for (char one : value.toCharArray()) {
                if (one == '"' || one == '\\\\') text.append('\\\\').append(one);
                else if (one < 32) text.append(String.format("\\\\u%04x", (int) one));
                else text.append(one);
            }
            return text.append('"').toString();
        }
    }
`;
