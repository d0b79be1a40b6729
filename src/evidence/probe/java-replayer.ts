import { CALL_MS, FIRST_CALL_MS, REPLAY_MS } from './probed-file.ts';

interface JavaReplay {
  marker: string;
  /** Of the test class. */
  name: string;
  /** The annotation of a test. */
  test: string;
  works: readonly { name: string; className: string }[];
  lines: readonly string[];
}

/** A class in the place of the tests: it makes the calls and writes down how they come out. */
export const javaReplayer = ({ marker, name, test, works, lines }: JavaReplay) => `
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class ${name} {
    private static final String[] TEXT = {${pieces(lines.join('\n')).join(', ')}};
    private static final Map<String, String> CLASSES = new HashMap<>();
    static {
${works.map((one) => `        CLASSES.put(${JSON.stringify(one.name)}, ${JSON.stringify(one.className)});`).join('\n')}
    }

    static class Call {
        String n;
        Method work;
        List<List<Object>> inputs = new ArrayList<>();
        List<String> row = new ArrayList<>();
    }

    /** What cannot be an input of this method. */
    static class Misfit extends Exception {
    }

    private ExecutorService worker = worker();
    private int late = 0;
    private final long until = System.currentTimeMillis() + ${REPLAY_MS};

    @${test}
    public void ${marker}() throws Exception {
        Iterator<String> lines = Arrays.asList(String.join("", TEXT).split("\\n", -1)).iterator();
        List<Call> calls = new ArrayList<>();
        while (lines.hasNext()) {
            String[] head = lines.next().split(" ", 4);
            Call call = new Call();
            call.n = head[1];
            for (int at = 0; at <= Integer.parseInt(head[2]); at++) call.inputs.add((List<Object>) value(lines));
            call.work = method(head[3], call.inputs.get(0).size());
            if (call.work != null) calls.add(call);
        }
        for (Call call : calls) call.row.add(ask(call, 0));
        for (int at = calls.size() - 1; at >= 0; at--) calls.get(at).row.add(ask(calls.get(at), 0));
        int most = 0;
        for (Call call : calls) most = Math.max(most, call.inputs.size());
        for (int index = 1; index < most; index++)
            for (Call call : calls) if (index < call.inputs.size()) call.row.add(ask(call, index));
        StringBuilder text = new StringBuilder();
        for (Call call : calls) text.append("${marker} " + call.n + " " + String.join(" ", call.row) + "\\n");
        Files.write(Paths.get(System.getenv("${marker}")), text.toString().getBytes("UTF-8"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        worker.shutdownNow();
    }

    private static Object value(Iterator<String> lines) {
        String line = lines.next();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case 'b': return rest.equals("1");
            case 'n': return rest.matches("-?\\\\d+") ? (Object) Long.valueOf(rest) : Double.valueOf(rest);
            case 'd': return Double.valueOf(rest);
            case 's': return plain(rest);
            case 'u': return null;
        }
        int count = Integer.parseInt(rest);
        if (line.charAt(0) == 'm') {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int at = 0; at < count; at++) map.put(value(lines), value(lines));
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (int at = 0; at < count; at++) list.add(value(lines));
        return line.charAt(0) == 'e' ? new LinkedHashSet<>(list) : list;
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char one = text.charAt(at);
            if (one == '\\\\') one = text.charAt(++at) == 'n' ? '\\n' : text.charAt(at) == 'r' ? '\\r' : '\\\\';
            plain.append(one);
        }
        return plain.toString();
    }

    private static Method method(String name, int inputs) {
        try {
            for (Method one : Class.forName(CLASSES.get(name)).getDeclaredMethods()) {
                boolean isIt = one.getName().equals(name.substring(name.indexOf('.') + 1)) && one.getParameterCount() == inputs;
                if (!isIt || one.isSynthetic()) continue;
                one.setAccessible(true);
                return one;
            }
        } catch (ReflectiveOperationException | LinkageError error) {
            return null;
        }
        return null;
    }

    private static ExecutorService worker() {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        });
    }

    private String ask(Call call, int index) {
        if (late > 2 || System.currentTimeMillis() > until) return "-";
        List<Object> inputs = call.inputs.get(index);
        Future<String> answer = worker.submit(() -> outcome(call.work, inputs));
        try {
            return answer.get(index == 0 ? ${FIRST_CALL_MS} : ${CALL_MS}, TimeUnit.MILLISECONDS);
        } catch (Exception error) {
            late++;
            answer.cancel(true);
            worker = worker();
            return "-";
        }
    }

    private static String outcome(Method work, List<Object> inputs) {
        try {
            Type[] types = work.getGenericParameterTypes();
            if (inputs.size() != types.length) return "-";
            Object[] own = new Object[types.length];
            for (int at = 0; at < own.length; at++) own[at] = fit(inputs.get(at), types[at]);
            Object result = work.invoke(target(work), own);
            return token(result) + (repeats(result, inputs) ? "!" : "");
        } catch (InvocationTargetException error) {
            return "t" + error.getCause().getClass().getSimpleName();
        } catch (Exception error) {
            return "-";
        }
    }

    /** A new object for each call. */
    private static Object target(Method work) throws ReflectiveOperationException {
        if (Modifier.isStatic(work.getModifiers())) return null;
        Constructor<?> made = work.getDeclaringClass().getDeclaredConstructor();
        made.setAccessible(true);
        return made.newInstance();
    }

    /** The value as this type has it. */
    private static Object fit(Object value, Type type) throws Misfit {
        if (type instanceof ParameterizedType) {
            Type[] of = ((ParameterizedType) type).getActualTypeArguments();
            Class<?> raw = (Class<?>) ((ParameterizedType) type).getRawType();
            if (value == null) return null;
            if (value instanceof Map && raw == Map.class) {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (Map.Entry<?, ?> one : ((Map<?, ?>) value).entrySet()) map.put(one.getKey(), fit(one.getValue(), of[1]));
                return map;
            }
            if (!(value instanceof Collection) || !raw.isAssignableFrom(value.getClass())) throw new Misfit();
            Collection<Object> parts = value instanceof Set ? new LinkedHashSet<>() : new ArrayList<>();
            for (Object one : (Collection<?>) value) parts.add(fit(one, of[0]));
            return parts;
        }
        Class<?> kind = type instanceof GenericArrayType ? Object[].class : (Class<?>) type;
        if (value == null && !kind.isPrimitive()) return null;
        if (kind.isArray() && value instanceof List) {
            List<?> list = (List<?>) value;
            Object array = Array.newInstance(kind.getComponentType(), list.size());
            for (int at = 0; at < list.size(); at++) Array.set(array, at, fit(list.get(at), kind.getComponentType()));
            return array;
        }
        if (kind == boolean.class || kind == Boolean.class) return only(value, Boolean.class);
        if (kind == char.class || kind == Character.class) {
            String text = (String) only(value, String.class);
            if (text.length() != 1) throw new Misfit();
            return text.charAt(0);
        }
        if (kind == String.class || kind == CharSequence.class) return only(value, String.class);
        if (kind == Object.class) return value instanceof Long ? (Object) whole((Long) value, int.class) : value;
        Number number = (Number) only(value, Number.class);
        if (kind == double.class || kind == Double.class) return number.doubleValue();
        if (kind == float.class || kind == Float.class) return number.floatValue();
        return whole((Long) only(number, Long.class), kind);
    }

    private static Object only(Object value, Class<?> kind) throws Misfit {
        if (!kind.isInstance(value)) throw new Misfit();
        return value;
    }

    private static Object whole(long value, Class<?> kind) throws Misfit {
        if ((kind == int.class || kind == Integer.class) && value == (int) value) return (int) value;
        if (kind == long.class || kind == Long.class) return value;
        if ((kind == short.class || kind == Short.class) && value == (short) value) return (short) value;
        if ((kind == byte.class || kind == Byte.class) && value == (byte) value) return (byte) value;
        throw new Misfit();
    }

    private static String token(Object value) {
        if (value instanceof Optional) return token(((Optional<?>) value).orElse(null));
        if (value == null || value.equals(Double.NaN) || value.equals(Float.NaN)) return "u";
        if (value instanceof Boolean) return "b" + value;
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return "n" + (number == Math.rint(number) && Math.abs(number) < 1e15 ? String.valueOf((long) number) : String.valueOf(value));
        }
        if (value instanceof Number) return "n" + value;
        if (value instanceof CharSequence || value instanceof Character) return "s" + digest(value.toString());
        String text = text(value);
        return text.matches("(?s).*\\\\w@[0-9a-f]{4,}.*") ? "-" : "o" + digest(text);
    }

    private static String text(Object value) {
        List<String> parts = new ArrayList<>();
        if (value != null && value.getClass().isArray()) {
            for (int at = 0; at < Array.getLength(value); at++) parts.add(text(Array.get(value, at)));
        } else if (value instanceof Collection) {
            for (Object one : (Collection<?>) value) parts.add(text(one));
        } else if (value instanceof Map) {
            for (Map.Entry<?, ?> one : ((Map<?, ?>) value).entrySet()) parts.add(text(one.getKey()) + "=" + text(one.getValue()));
        } else return String.valueOf(value);
        if (value instanceof Set || value instanceof Map) Collections.sort(parts);
        return parts.toString();
    }

    private static String digest(String text) {
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        sum.update(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    private static boolean repeats(Object result, List<Object> inputs) {
        if (!(result instanceof String)) return false;
        for (String word : inputs.toString().toLowerCase().split("\\\\P{L}+"))
            if (word.length() > 2 && ((String) result).toLowerCase().contains(word)) return true;
        return false;
    }
}
`;

const PIECE = 8000;

/** A text of Java may have 65,535 bytes. */
function pieces(text: string): string[] {
  const parts = text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? [];
  return parts.map((part) => JSON.stringify(part).replaceAll(/[^ -~]/g, asEscape));
}

const asEscape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
