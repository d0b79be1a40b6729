/** What stands for JUnit where it is not installed, and a runner of the test classes that it is given, by name. */
export const JAVA_FILES = {
  'org/junit/jupiter/api/Test.java':
    'package org.junit.jupiter.api;\n\nimport java.lang.annotation.*;\n\n@Retention(RetentionPolicy.RUNTIME)\npublic @interface Test {\n}\n',
  'org/junit/jupiter/api/Assertions.java':
    'package org.junit.jupiter.api;\n\npublic class Assertions {\n    public static void assertEquals(Object wanted, Object actual) {\n        if (!wanted.equals(actual)) throw new AssertionError(wanted + " " + actual);\n    }\n}\n',
  'Run.java': `import java.lang.reflect.*;

public class Run {
    public static void main(String[] args) throws Exception {
        int number = 0, failed = 0;
        System.setOut(new java.io.PrintStream(System.out, true, "UTF-8"));
        System.out.println("TAP version 13");
        for (String name : args.length > 0 ? args : new String[] {"WorkTest"}) {
            for (Method test : Class.forName(name).getDeclaredMethods()) {
                if (!test.isAnnotationPresent(org.junit.jupiter.api.Test.class)) continue;
                Constructor<?> made = Class.forName(name).getDeclaredConstructor();
                made.setAccessible(true);
                test.setAccessible(true);
                boolean passed = true;
                try {
                    test.invoke(made.newInstance());
                } catch (InvocationTargetException error) {
                    passed = false;
                    failed++;
                    System.err.println(error.getCause());
                }
                System.out.println((passed ? "ok " : "not ok ") + ++number + " - " + name + " \\u203a " + test.getName());
            }
        }
        System.out.println("1.." + number);
        System.exit(failed > 0 ? 1 : 0);
    }
}
`,
};
